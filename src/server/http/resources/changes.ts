/**
 * `GET /changes?place=/a/b&place=/c&open=/c&age=1500`: server-sent events about changes in these places, and about other
 * people who have the documents in `open` on screen.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Call } from '../application.ts';
import { changeStream, defaultStreamLimits } from '../change-stream.ts';

/** Enough for a browser with many tabs. */
const mostPlaces = 60;
const mostLength = 4_000;
/** Open documents of one reader: they are sent to all servers in one message. */
const mostOpen = 20;
const mostOfAPerson = 8;
const mostOfAll = 2_000;

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Prevents nginx from buffering the stream.
  'X-Accel-Buffering': 'no',
};

const openStreams = new WeakMap<Repository['changes'], Map<string, number>>();

export function stream(call: Call): Response {
  const { repository } = call.application;
  const places = new Set(call.url.searchParams.getAll('place'));
  if (places.size === 0 || places.size > mostPlaces)
    throw errors.badRequest(`Name 1 to ${mostPlaces} places`);
  for (const place of places)
    if (!place.startsWith('/') || place.length > mostLength)
      throw errors.badRequest('A place is the path of a document');
  const open = new Set(call.url.searchParams.getAll('open'));
  if (
    open.size > mostOpen ||
    [...open].some((place) => !places.has(place)) ||
    [...open].join().length > mostLength
  )
    throw errors.badRequest(`What is open is at most ${mostOpen} of the places`);
  const age = Number(call.url.searchParams.get('age') ?? '0');
  if (!Number.isSafeInteger(age) || age < 0) throw errors.badRequest('age is a number of milliseconds');
  if (repository.changes.isClosed) throw new RepositoryError('unavailable', 'The server stops');
  // For HEAD the stream would never end.
  if (call.request.method === 'HEAD') return new Response(null, { headers });
  const release = admit(repository, call.session.username);
  return new Response(changeStream(call, { places, open, age }, release, defaultStreamLimits), { headers });
}

/** Returns a function that releases the place. */
function admit({ changes }: Repository, username: string): () => void {
  const open = openStreams.get(changes) ?? new Map<string, number>();
  openStreams.set(changes, open);
  const own = open.get(username) ?? 0;
  if (own >= mostOfAPerson)
    throw new RepositoryError('overloaded', `Nobody has more than ${mostOfAPerson} streams of changes`, {
      status: 429,
    });
  const all = [...open.values()].reduce((sum, count) => sum + count, 0);
  if (all >= mostOfAll) throw new RepositoryError('overloaded', 'There are too many streams of changes');
  open.set(username, own + 1);
  return () => {
    const left = (open.get(username) ?? 1) - 1;
    if (left > 0) open.set(username, left);
    else open.delete(username);
  };
}
