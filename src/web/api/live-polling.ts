/**
 * For a server without a stream of changes: polls each place with a small request, at growing intervals while nothing changes.
 * Invariant: each answer about a place is compared with the one before; the first request is sent at once, so that changes are
 * known from then on.
 */
import { encodeSegment } from './addresses.ts';
import { hasStatus } from './api-error.ts';
import type { ApiClient } from './client.ts';
import { isDocumentPage } from './documents.ts';
import { isDocument } from './guards.ts';
import type { WatchedPlace } from './live-changes.ts';

interface LookPorts {
  /** Returns another text when the place has changed. */
  readonly poll: (place: WatchedPlace, signal: AbortSignal) => Promise<string>;
  readonly onChanged: (paths: readonly string[]) => void;
  /** Rejects when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const firstPause = 15_000;
const longestPause = 300_000;

export class PlacePolling {
  readonly #ports: LookPorts;
  readonly #known = new Map<string, string>();

  constructor(ports: LookPorts) {
    this.#ports = ports;
  }

  /** Polls these places until aborted. Earlier answers about them, from previous calls, are compared too. */
  async follow(places: readonly WatchedPlace[], signal: AbortSignal): Promise<void> {
    for (let pause = firstPause; ; pause = Math.min(pause * 1.5, longestPause)) {
      const changed = await this.#changedAmong(places, signal);
      if (signal.aborted) return;
      if (changed.length > 0) {
        pause = firstPause;
        this.#ports.onChanged(changed);
      }
      try {
        await this.#ports.wait(pause, signal);
      } catch {
        return;
      }
    }
  }

  /** Forgets places that nobody watches any more: a page that returns to one loads it again. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
  }

  async #changedAmong(places: readonly WatchedPlace[], signal: AbortSignal): Promise<readonly string[]> {
    const changed = await Promise.all(
      places.map(async (place) => {
        // If refused or not answered: try again in the next round.
        const now = await this.#ports.poll(place, signal).catch(() => undefined);
        if (now === undefined) return [];
        const before = this.#known.get(place.path);
        this.#known.set(place.path, now);
        // The data on screen was read before the first poll; if that finds the place unreadable, it was removed since.
        const isNews = before === undefined ? now === notReadable : now !== before;
        return isNews ? [place.path] : [];
      }),
    );
    return changed.flat();
  }
}

const notReadable = 'not to be read';

/** The state of a place as a text, which differs when it has changed, or when this person may no longer read it. */
export async function pollPlace(
  client: ApiClient,
  place: WatchedPlace,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await (place.single ? lookAtDocument : lookInto)(client, place.uid, signal);
  } catch (error) {
    if (hasStatus(error, 403) || hasStatus(error, 404)) return notReadable;
    throw error;
  }
}

async function lookAtDocument(client: ApiClient, uid: string, signal: AbortSignal): Promise<string> {
  const found = await client.entity(`/id/${encodeSegment(uid)}`, isDocument, { signal });
  return JSON.stringify([found.changeToken, found.lastModified, found.isTrashed, found.lockOwner]);
}

/** The number of documents in a folder, and the one changed last. */
async function lookInto(client: ApiClient, uid: string, signal: AbortSignal): Promise<string> {
  const page = await client.entity('/search/execute', isDocumentPage, {
    query: {
      query:
        'SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0 ORDER BY dc:modified DESC',
      queryParams: uid,
      pageSize: 1,
    },
    signal,
  });
  const [newest] = page.entries;
  // A folder that may not be read also gives no results.
  if (newest === undefined) return lookAtDocument(client, uid, signal);
  return JSON.stringify([page.resultsCount, newest.uid, newest.changeToken, newest.lastModified]);
}
