/**
 * Tells open event streams what has changed: from every commit, on all servers of a database.
 * Invariants: changes are hints, never promises. No call waits for them, and listeners are told when some may be lost (the
 * connection between servers broke, or too many came at once). A change does not say who may know of it.
 */
import type { DocumentRow } from './model.ts';
import type { Clock } from './ports.ts';
import { Presence, type Reader } from './presence.ts';
import type { Store } from './stores.ts';

/** A document's path, and the read ACL that held for it there. */
export type Standing = Pick<DocumentRow, 'path'> & { readonly readAclId?: number | undefined };

export interface Change extends Standing {
  readonly repository: string;
  readonly id: string;
  /** The documents below it are affected too: it was moved or removed, or its rights changed. */
  readonly isDeep: boolean;
  /** The server derived the change from the document's files, after the call that changed them was answered. */
  readonly isDerived?: boolean | undefined;
  /** Its path and read ACL before, when it was moved or its rights were changed. */
  readonly left?: Standing | undefined;
}

/** Called with undefined when some changes may be missing. */
type Listener = (changes: readonly Change[] | undefined) => void;

/** With more changes at once, listeners are told to load everything again. */
const mostAtOnce = 200;
/** Changes within this time are sent to the other servers together. */
const gatherMilliseconds = 20;
/** PostgreSQL allows less than 8000 bytes in one notification. */
const mostBytes = 7_000;
/** How long changes are kept for streams that begin, or begin again after a short loss. */
const rememberedMilliseconds = 60_000;
const mostRemembered = 2_000;

export class ChangeHub {
  readonly presence: Presence;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #listeners = new Set<Listener>();
  readonly #ends = new Set<() => void>();
  #remembered: { readonly at: number; readonly changes: readonly Change[] | undefined }[] = [];
  /** The time since which no change was missed, in milliseconds. */
  #listeningSince: number | undefined;
  #stopListening: (() => void) | undefined;
  #waiting: Change[] = [];
  #sending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.presence = new Presence(clock);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Call it after the commit. */
  publish(changes: readonly Change[]): void {
    if (changes.length === 0 || this.#isClosed) return;
    this.#waiting.push(...changes.slice(0, mostAtOnce));
    if (changes.length > mostAtOnce) this.#waiting.length = mostAtOnce + 1;
    this.#sending ??= setTimeout(() => this.#send(), gatherMilliseconds);
  }

  /** Tells all servers what a stream's reader has open. */
  tellOpen(reader: Reader): void {
    if (!this.#isClosed) this.#store.broadcast(JSON.stringify(reader));
  }

  /** @param onEnd called when the server stops. Returns a function that ends the listening. */
  listen(listener: Listener, onEnd: () => void): () => void {
    this.#begin();
    this.#listeners.add(listener);
    this.#ends.add(onEnd);
    return () => {
      this.#listeners.delete(listener);
      this.#ends.delete(onEnd);
    };
  }

  /** The changes of the last milliseconds; undefined when not all of them are known. */
  recent(milliseconds: number): readonly Change[] | undefined {
    const since = this.#clock.now().getTime() - milliseconds;
    if (milliseconds > rememberedMilliseconds || (this.#listeningSince ?? Infinity) > since) return undefined;
    const found = this.#remembered.filter(({ at }) => at >= since).map(({ changes }) => changes);
    return found.includes(undefined) ? undefined : found.flatMap((changes) => changes ?? []);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#sending);
    this.#stopListening?.();
    for (const end of this.#ends) end();
  }

  #send(): void {
    const changes = this.#waiting;
    this.#waiting = [];
    this.#sending = undefined;
    const texts = changes.map((change) => JSON.stringify(change));
    const sizes = texts.map((text) => Buffer.byteLength(text) + 1);
    if (texts.length > mostAtOnce || sizes.some((size) => size > mostBytes)) {
      this.#store.broadcast('');
      return;
    }
    let first = 0;
    let bytes = 0;
    for (const [index, size] of sizes.entries()) {
      if (bytes + size > mostBytes) {
        this.#store.broadcast(`[${texts.slice(first, index).join()}]`);
        first = index;
        bytes = 0;
      }
      bytes += size;
    }
    this.#store.broadcast(`[${texts.slice(first).join()}]`);
  }

  #begin(): void {
    this.#stopListening ??= this.#store.onBroadcast((message) => this.#receive(message));
    this.#listeningSince ??= this.#clock.now().getTime();
  }

  #receive(message: string | undefined): void {
    // Only servers of this database send messages, in exactly this form.
    const received: readonly Change[] | Reader | undefined = message ? JSON.parse(message) : undefined;
    if (isReader(received)) {
      this.presence.receive(received);
      return;
    }
    const changes = received;
    const at = this.#clock.now().getTime();
    this.#remembered.push({ at, changes });
    const recent = this.#remembered.filter((one) => one.at >= at - rememberedMilliseconds);
    if (recent.length > mostRemembered) this.#listeningSince = recent.at(-mostRemembered)?.at;
    this.#remembered = recent.slice(-mostRemembered);
    for (const listener of this.#listeners) listener(changes);
  }
}

function isReader(received: readonly Change[] | Reader | undefined): received is Reader {
  return received !== undefined && 'stream' in received;
}
