/**
 * Changes by other people in the places on screen. One page of the browser, the one that holds the lock, reads the server's
 * stream for all pages and passes on what it receives; when it closes, another takes the lock. A server without such a stream is
 * polled instead, for visible pages (live-polling.ts).
 * Invariants: the sign-in is sent in a header, and messages between pages have only places and ids; a page that receives nothing
 * keeps showing what it showed.
 */
import { isJsonObject, isString } from '#wire/json.ts';
import { isApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';
import { PlacePolling, pollPlace } from './live-polling.ts';
import { randomText } from './random.ts';
import { pause } from './retry.ts';
import { readEvents } from './server-events.ts';
import { storageName } from './session-storage.ts';
import { runningApi } from './start.ts';

export interface WatchedPlace {
  readonly path: string;
  readonly uid: string;
  /** The document itself, not its children. */
  readonly single?: boolean;
  /** When the data on screen was requested, in ms since the epoch. */
  readonly since: number;
}

type OnChange = (changed: Changed) => void;

/** Called with the names of the other people who have it open now. */
export type OnPresent = (people: readonly string[]) => void;

/** Undefined: unknown, so anything may have changed. */
export type Changed =
  | {
      readonly places: readonly string[];
      readonly documents: readonly string[];
      /** Those of `documents` about which the server found out something itself, after the answer to a change. */
      readonly derived: readonly string[];
    }
  | undefined;

/** The places that one page of the browser shows. */
interface Watching {
  readonly places: readonly WatchedPlace[];
  /** False for a page in a background tab, which refreshes when the user returns to it. */
  readonly isSeen: boolean;
}

type Message =
  | ({ readonly type: 'watching'; readonly page: string } & Watching)
  | { readonly type: 'who-is-watching' }
  | { readonly type: 'changed'; readonly changed: Changed }
  | ({ readonly type: 'present' } & Present);

/** The other people who have the document at this path open. */
interface Present {
  readonly place: string;
  readonly people: readonly string[];
}

/** Places opened and closed within this time lead to one new stream. */
const settleMs = 300;
const firstPause = 2_000;
const longestPause = 300_000;
const most = 60;
const mostOpen = 20;
/** The number of places for which the page that reads the stream remembers the time of the last change. */
const mostRemembered = 1_000;

class LiveChanges {
  readonly #client: ApiClient;
  readonly #page = randomText(12);
  readonly #channel: BroadcastChannel;
  /** The places that this page watches. */
  readonly #watched = new Map<
    WatchedPlace,
    { readonly onChange: OnChange; readonly onPresent?: OnPresent }
  >();
  /** People present by place, as the stream last reported; only the page that reads it needs them. */
  readonly #present = new Map<string, readonly string[]>();
  /** The places that each page watches; only the page that reads the stream needs them. */
  readonly #all = new Map<string, Watching>();
  /** When the stream last named a place, in ms since the epoch: a page may begin to watch it a moment later. */
  readonly #changedAt = new Map<string, number>();
  #isReading = false;
  #stream: { readonly abort: () => void; readonly names: string } | undefined;
  /** False once the server has answered that it has no stream. */
  #isOffered = true;
  /** The places of the last stream, and the time until which all their changes were received. */
  #streamed: { readonly names: readonly string[]; readonly until: number } = { names: [], until: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = firstPause;
  readonly #looks: PlacePolling;

  constructor(client: ApiClient, name: string) {
    this.#client = client;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = (event: MessageEvent<Message>) => this.#receive(event.data);
    this.#looks = new PlacePolling({
      poll: (place, signal) => pollPlace(client, place, signal),
      onChanged: (places) => this.#sendAll({ places, documents: [], derived: [] }),
      wait: pause,
    });
    addEventListener('pagehide', () => this.#announce([]));
    addEventListener('pageshow', () => this.#announce());
    document.addEventListener('visibilitychange', () => this.#announce());
    const read = (): void => {
      this.#isReading = true;
      this.#channel.postMessage({ type: 'who-is-watching' } satisfies Message);
      this.#readSoon(settleMs);
    };
    // Held until the page closes. Without locks (plain http) each page reads a stream of its own.
    if (navigator.locks === undefined) read();
    else
      void navigator.locks.request(name, () => {
        read();
        return new Promise(() => {});
      });
  }

  watch(place: WatchedPlace, onChange: OnChange, onPresent?: OnPresent): () => void {
    this.#watched.set(place, { onChange, onPresent });
    this.#announce();
    return () => {
      this.#watched.delete(place);
      this.#announce();
    };
  }

  #announce(places: readonly WatchedPlace[] = [...this.#watched.keys()]): void {
    const watching = { places, isSeen: document.visibilityState === 'visible' };
    this.#channel.postMessage({ type: 'watching', page: this.#page, ...watching } satisfies Message);
    this.#note(this.#page, watching);
  }

  #note(page: string, { places, isSeen }: Watching): void {
    const before = this.#all.get(page)?.places ?? [];
    this.#all.set(page, { places, isSeen });
    if (places.length === 0) this.#all.delete(page);
    if (!this.#isReading) return;
    // The page that has just opened missed earlier messages.
    for (const { path, single = false } of places) {
      const people = this.#present.get(path);
      if (single && people !== undefined) this.#tell({ place: path, people });
    }
    const isNew = ({ path, since }: WatchedPlace) =>
      !before.some((known) => known.path === path && known.since === since);
    const missed = places.filter(
      (place) => isNew(place) && (this.#changedAt.get(place.path) ?? 0) > place.since,
    );
    if (missed.length > 0)
      this.#sendAll({ places: missed.map(({ path }) => path), documents: [], derived: [] });
    this.#readSoon(settleMs);
  }

  #receive(message: Message): void {
    if (message.type === 'watching') this.#note(message.page, message);
    else if (message.type === 'changed') this.#pass(message.changed);
    else if (message.type === 'present') this.#show(message);
    else this.#announce();
  }

  #pass(changed: Changed): void {
    for (const [{ path }, { onChange }] of this.#watched)
      if (changed === undefined || changed.places.includes(path)) onChange(changed);
  }

  #sendAll(changed: Changed): void {
    this.#channel.postMessage({ type: 'changed', changed } satisfies Message);
    this.#pass(changed);
  }

  #remember(paths: readonly string[]): void {
    for (const path of paths) {
      this.#changedAt.delete(path);
      this.#changedAt.set(path, Date.now());
    }
    for (const path of this.#changedAt.keys()) {
      if (this.#changedAt.size <= mostRemembered) break;
      this.#changedAt.delete(path);
    }
  }

  #show({ place, people }: Present): void {
    for (const [{ path }, { onPresent }] of this.#watched) if (path === place) onPresent?.(people);
  }

  #tell({ place, people }: Present): void {
    this.#present.set(place, people);
    this.#channel.postMessage({ type: 'present', place, people } satisfies Message);
    this.#show({ place, people });
  }

  /** Without a stream, nobody is known to be present. */
  #forgetPresent(): void {
    for (const place of [...this.#present.keys()]) this.#tell({ place, people: [] });
    this.#present.clear();
  }

  #readSoon(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), ms);
  }

  #knownUntil({ path, since }: WatchedPlace): number {
    return this.#streamed.names.includes(path) ? Math.max(since, this.#streamed.until) : since;
  }

  #readAgain(ms: number): void {
    this.#stream = undefined;
    this.#readSoon(ms);
  }

  #places(): readonly WatchedPlace[] {
    const pages = [...this.#all.values()].filter(({ isSeen }) => this.#isOffered || isSeen);
    const places = pages.flatMap((page) => page.places);
    const byPath = new Map(places.map((place) => [place.path, place]));
    return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1)).slice(0, most);
  }

  async #read(): Promise<void> {
    const before = this.#stream;
    const places = this.#places();
    if (places.length === 0) {
      before?.abort();
      this.#stream = undefined;
      return;
    }
    const names = [...places.map(({ path }) => path), ...openAmong(places)].join('\n');
    if (before?.names === names) return;
    const stream = new AbortController();
    this.#stream = { abort: () => stream.abort(), names };
    if (!this.#isOffered) {
      before?.abort();
      const watched = [...this.#all.values()].flatMap((page) => page.places);
      this.#looks.keepOnly(new Set(watched.map(({ path }) => path)));
      await this.#looks.follow(places, stream.signal);
      return;
    }
    try {
      const oldest = Math.min(...places.map((place) => this.#knownUntil(place)));
      const response = await this.#client.send('/changes', {
        query: {
          place: places.map(({ path }) => path),
          open: openAmong(places),
          age: Math.max(1, Date.now() - oldest),
        },
        headers: { Accept: 'text/event-stream, application/json' },
        signal: stream.signal,
        timeout: 0,
      });
      // Only after the new stream has begun, so that no change is missed between the two.
      before?.abort();
      for await (const { event, data } of readEvents(response)) {
        this.#pause = firstPause;
        this.#streamed = { names: places.map(({ path }) => path), until: Date.now() };
        if (event === 'reset' || event === 'changed') {
          const changed = event === 'reset' ? undefined : changedIn(data);
          this.#remember(changed?.places ?? this.#streamed.names);
          this.#sendAll(changed);
        }
        if (event === 'present' && isPresent(data)) this.#tell(data);
      }
      if (stream.signal.aborted) return;
      // The stream reached its time limit, or its server stops.
      this.#streamed = { ...this.#streamed, until: Date.now() };
      this.#readAgain(firstPause);
    } catch (error) {
      before?.abort();
      if (stream.signal.aborted) return;
      this.#forgetPresent();
      if (isApiError(error) && error.status !== undefined && [400, 404, 405, 501].includes(error.status)) {
        this.#isOffered = false;
        this.#readAgain(0);
        return;
      }
      this.#readAgain(this.#pause);
      this.#pause = Math.min(this.#pause * 2, longestPause);
    }
  }
}

/** Documents whose pages are open, as many as a server accepts. */
function openAmong(places: readonly WatchedPlace[]): readonly string[] {
  return places
    .filter(({ single = false }) => single)
    .slice(0, mostOpen)
    .map(({ path }) => path);
}

function isPresent(data: unknown): data is Present {
  return (
    isJsonObject(data) && isString(data.place) && Array.isArray(data.people) && data.people.every(isString)
  );
}

function changedIn(data: unknown): Changed {
  if (!isJsonObject(data) || !Array.isArray(data.places) || !Array.isArray(data.documents)) return undefined;
  const derived = Array.isArray(data.derived) ? data.derived.filter(isString) : [];
  return { places: data.places.filter(isString), documents: data.documents.filter(isString), derived };
}

const byPerson = new Map<string, LiveChanges>();

/**
 * Calls back when other people change something there.
 * @returns ends it
 */
export function watchPlace(place: WatchedPlace, onChange: OnChange, onPresent?: OnPresent): () => void {
  const { client, config, session } = runningApi();
  const state = session.getState();
  if (state.status === 'signed-out') return () => {};
  const name = `${storageName(config.server)}:changes:${state.username}`;
  const live = byPerson.get(name) ?? new LiveChanges(client, name);
  byPerson.set(name, live);
  return live.watch(place, onChange, onPresent);
}
