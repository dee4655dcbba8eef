/**
 * One open stream of server-sent events: changes in the documents that a person has on screen.
 * Invariants: the caller and their rights are checked again before each event; the queue of unsent changes is bounded; a
 * client that reads nothing for a while is dropped; whatever ends the stream, everything it held is released.
 */
import { concerns, type SeenChanges, seenChanges } from '#server/core/changes/seen-changes.ts';
import type { Change } from '#server/core/kernel/changes.ts';
import { inSession } from '#server/core/kernel/session.ts';
import type { Call } from './application.ts';
import { authenticate } from './authentication/authenticate.ts';
import { openDocuments } from './open-documents.ts';

export interface StreamLimits {
  /** Changes within this time become one event. */
  readonly gatherMilliseconds: number;
  /** Proxies end connections that are silent for longer; also how often the sign-in is checked again. */
  readonly beatMilliseconds: number;
  /** The client then connects again, which also spreads clients among servers anew. */
  readonly lifeMilliseconds: number;
}

export const defaultStreamLimits: StreamLimits = {
  gatherMilliseconds: 250,
  beatMilliseconds: 20_000,
  lifeMilliseconds: 600_000,
};

/** With more waiting changes, the client is told to load everything again. */
const mostWaiting = 500;
/** Most bytes that are sent but not yet read by the client. */
const mostBytesAhead = 64 * 1024;

const encoder = new TextEncoder();

export interface Watch {
  readonly places: ReadonlySet<string>;
  /** The places that are pages of documents: their other readers are listed, and see this reader. */
  readonly open: ReadonlySet<string>;
  /** The age of the client's data, in milliseconds. */
  readonly age: number;
}

/** @param onEnd called once, however the stream ends */
export function changeStream(
  { application, request, url, session }: Call,
  { places, open: pages, age }: Watch,
  onEnd: () => void,
  limits: StreamLimits,
): ReadableStream<Uint8Array> {
  const { repository } = application;
  const { username, repositoryName } = session;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let waiting: Change[] = [];
  let isIncomplete = false;
  let gathering: NodeJS.Timeout | undefined;
  let wasFull = false;
  let looking: NodeJS.Timeout | undefined;
  const opened = openDocuments(repository, session, pages);

  const end = (): void => {
    const open = controller;
    if (!open) return;
    controller = undefined;
    clearTimeout(gathering);
    clearTimeout(looking);
    stopLooking();
    opened.close();
    clearInterval(beating);
    clearTimeout(living);
    stopListening();
    onEnd();
    try {
      open.close();
    } catch {
      // The client has gone, which closed it already.
    }
  };
  const send = (text: string): void => controller?.enqueue(encoder.encode(text));
  const isFull = (): boolean => (controller?.desiredSize ?? 0) <= 0;

  /** Signs in again, because groups may change, tokens may be revoked and people may leave. */
  const whatIsSeen = async (changes: readonly Change[]): Promise<SeenChanges | undefined> => {
    const principals = await authenticate(application, request, url).catch(() => undefined);
    if (principals?.username !== username) return undefined;
    return inSession(repository, { principals, repositoryName }, (reading) =>
      seenChanges(reading, changes, places),
    );
  };

  const flush = async (): Promise<void> => {
    gathering = undefined;
    // Changes are gathered until the client has read; the next beat tries again.
    if (isFull()) return;
    const changes = waiting;
    const isReset = isIncomplete;
    waiting = [];
    isIncomplete = false;
    const seen = await whatIsSeen(isReset ? [] : changes).catch(() => undefined);
    if (seen === undefined) return end();
    if (isReset) send('event: reset\ndata: {}\n\n');
    else if (seen.places.length > 0) send(`event: changed\ndata: ${JSON.stringify(seen)}\n\n`);
  };
  const poll = async (): Promise<void> => {
    looking = undefined;
    if (pages.size === 0 || isFull()) return;
    const principals = await authenticate(application, request, url).catch(() => undefined);
    if (principals?.username !== username) return end();
    const events = await inSession(repository, { principals, repositoryName }, opened.read).catch(() => []);
    for (const event of events) send(event);
  };
  const lookSoon = (): void => {
    looking ??= setTimeout(() => void poll(), limits.gatherMilliseconds);
  };
  const gather = (): void => {
    gathering ??= setTimeout(() => void flush(), limits.gatherMilliseconds);
  };
  const take = (changes: readonly Change[] | undefined): void => {
    const mine = changes?.filter((change) => concerns(change, places));
    if (mine?.length === 0) return;
    if (mine === undefined || waiting.length + mine.length > mostWaiting) {
      isIncomplete = true;
      waiting = [];
    } else waiting.push(...mine);
    gather();
  };

  const beat = async (): Promise<void> => {
    if (isFull()) {
      if (wasFull) return end();
      wasFull = true;
      return;
    }
    wasFull = false;
    lookSoon();
    if (waiting.length > 0 || isIncomplete) return gather();
    const principals = await authenticate(application, request, url).catch(() => undefined);
    if (principals?.username === username) send(':\n\n');
    else end();
  };

  const stopListening = repository.changes.listen(take, end);
  const stopLooking = opened.listen(lookSoon);
  const beating = setInterval(() => void beat(), limits.beatMilliseconds).unref();
  const living = setTimeout(end, limits.lifeMilliseconds).unref();
  return new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started;
        send('event: open\ndata: {}\n\n');
        lookSoon();
        if (age > 0) take(repository.changes.recent(age));
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostBytesAhead }),
  );
}
