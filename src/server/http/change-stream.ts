/**
 * One open stream of server-sent events: what changes in the places that somebody looks at.
 * Invariants: who is asked for and what they may see is found out anew before each event; what is not sent yet is
 * bounded, whatever happens; a reader that takes nothing for a while is dropped; whatever ends the stream lets go of
 * everything that it held.
 */
import { concerns, type SeenChanges, seenChanges } from '#server/core/changes/seen-changes.ts';
import type { Change } from '#server/core/kernel/changes.ts';
import { inSession } from '#server/core/kernel/session.ts';
import type { Call } from './application.ts';
import { authenticate } from './authentication/authenticate.ts';
import { openDocuments } from './open-documents.ts';

export interface StreamLimits {
  /** Changes that follow each other are one event. */
  readonly gatherMilliseconds: number;
  /** Proxies end what is silent for longer; also how often a sign-in is looked at again. */
  readonly beatMilliseconds: number;
  /** Clients come again; so a balance among servers is found again too. */
  readonly lifeMilliseconds: number;
}

export const defaultStreamLimits: StreamLimits = {
  gatherMilliseconds: 250,
  beatMilliseconds: 20_000,
  lifeMilliseconds: 600_000,
};

/** More than these waiting, and the reader looks at everything again. */
const mostWaiting = 500;
/** What may lie between here and the reader. */
const mostBytesAhead = 64 * 1024;

const encoder = new TextEncoder();

export interface Watch {
  readonly places: ReadonlySet<string>;
  /** Those of them that are pages of documents: their other readers are listed, and see this one. */
  readonly open: ReadonlySet<string>;
  /** How old what the reader knows is, in milliseconds. */
  readonly age: number;
}

/** @param onEnd called once, however it ends */
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
      // Its reader has gone, which closed it.
    }
  };
  const send = (text: string): void => controller?.enqueue(encoder.encode(text));
  const isFull = (): boolean => (controller?.desiredSize ?? 0) <= 0;

  /** Groups change, tokens are taken back, people leave: the stream is never more than its caller is now. */
  const whatIsSeen = async (changes: readonly Change[]): Promise<SeenChanges | undefined> => {
    const principals = await authenticate(application, request, url).catch(() => undefined);
    if (principals?.username !== username) return undefined;
    return inSession(repository, { principals, repositoryName }, (reading) =>
      seenChanges(reading, changes, places),
    );
  };

  const flush = async (): Promise<void> => {
    gathering = undefined;
    // Until there is room, changes gather; the next beat looks again.
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
