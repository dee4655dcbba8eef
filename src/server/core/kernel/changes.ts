/**
 * What has changed, for those who look at it now: from every commit to the open streams, on all servers of a database.
 * Invariants: a hint, never a promise. Nobody waits for it, and where some of it may have been lost (the connection
 * between servers was, or too much came at once) it says so. It holds what changed, not who may know of it.
 */
import type { DocumentRow } from './model.ts';
import type { Clock } from './ports.ts';
import { Presence, type Reader } from './presence.ts';
import type { Store } from './stores.ts';

/** Where a document stood, and which list of rights held for it there. */
export type Standing = Pick<DocumentRow, 'path'> & { readonly readAclId?: number | undefined };

export interface Change extends Standing {
  readonly repository: string;
  readonly id: string;
  /** What lies below it is concerned too: it was moved, removed, or its rights are others. */
  readonly isDeep: boolean;
  /** The server found it out from the document's files, after whoever changed them had the answer. */
  readonly isDerived?: boolean | undefined;
  /** How it stood before, when it was moved or its rights were changed. */
  readonly left?: Standing | undefined;
}

/** Undefined: some changes may be missing. */
type Listener = (changes: readonly Change[] | undefined) => void;

/** More in so short a time are a reason to look at everything again. */
const mostAtOnce = 200;
/** Calls that follow each other tell the other servers once. */
const gatherMilliseconds = 20;
/** PostgreSQL takes less than 8000 bytes in one notification. */
const mostBytes = 7_000;
/** For streams that begin, or begin again after a short loss. */
const rememberedMilliseconds = 60_000;
const mostRemembered = 2_000;

export class ChangeHub {
  readonly presence: Presence;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #listeners = new Set<Listener>();
  readonly #ends = new Set<() => void>();
  #remembered: { readonly at: number; readonly changes: readonly Change[] | undefined }[] = [];
  /** Since when no change was missed. */
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

  /** After their commit. */
  publish(changes: readonly Change[]): void {
    if (changes.length === 0 || this.#isClosed) return;
    this.#waiting.push(...changes.slice(0, mostAtOnce));
    if (changes.length > mostAtOnce) this.#waiting.length = mostAtOnce + 1;
    this.#sending ??= setTimeout(() => this.#send(), gatherMilliseconds);
  }

  /** Says to all servers what a stream's reader has open. */
  tellOpen(reader: Reader): void {
    if (!this.#isClosed) this.#store.broadcast(JSON.stringify(reader));
  }

  /** @param onEnd the server stops. Answers what ends the listening. */
  listen(listener: Listener, onEnd: () => void): () => void {
    this.#begin();
    this.#listeners.add(listener);
    this.#ends.add(onEnd);
    return () => {
      this.#listeners.delete(listener);
      this.#ends.delete(onEnd);
    };
  }

  /** What changed in the time before now; undefined when not all of it is known. */
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
    // Written by servers of this database alone, in this very form.
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
