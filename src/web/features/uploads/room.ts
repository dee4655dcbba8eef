/**
 * Checks whether a drop fits into the quota before it starts: if there is a limit, the files wait until all are read.
 * A server without quotas, or without an answer, delays nothing.
 */
import type { Reading } from './read-drop.ts';
import type { UploadItem } from './upload-item.ts';
import type { Room } from './upload-server.ts';

export interface Shortage {
  readonly needed: number;
  readonly left: number;
  /** Title of the folder with the least room. */
  readonly title: string;
}

/** Smaller drops are not checked: they are sent in a moment, and the server refuses them as fast. */
const smallBytes = 1_000_000;

/** @param room the room in the target, less the files that are still to be sent there */
export async function* withinRoom(
  reading: AsyncIterable<Reading>,
  room: () => Promise<Room | null>,
): AsyncGenerator<Reading, void> {
  const waiting: Reading[] = [];
  let needed = 0;
  let limit: Room | null | undefined;
  for await (const one of reading) {
    needed += bytesOf(one);
    if (limit === undefined && needed > smallBytes) limit = await room().catch(() => null);
    if (limit == null) yield one;
    else waiting.push(one);
  }
  const shortage = limit != null && needed > limit.left ? { needed, ...limit } : undefined;
  for (const one of waiting) yield shortage === undefined ? one : { ...one, shortage };
}

/** For lines of an earlier visit: the first folder without room for all files on their way there. */
export async function shortageOf(
  lines: readonly UploadItem[],
  roomOf: (targetId: string) => Promise<Room | null>,
): Promise<(Shortage & { readonly ids: readonly string[] }) | null> {
  for (const targetId of new Set(lines.map(({ target }) => target.id))) {
    const there = lines.filter(({ target }) => target.id === targetId);
    const needed = there.reduce((sum, { size }) => sum + size, 0);
    const room = needed > smallBytes ? await roomOf(targetId).catch(() => null) : null;
    if (room !== null && needed > room.left) return { needed, ...room, ids: there.map(({ id }) => id) };
  }
  return null;
}

function bytesOf({ found }: Reading): number {
  return found.reduce((sum, one) => sum + (one.kind === 'file' ? one.file.size : 0), 0);
}
