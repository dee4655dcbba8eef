/**
 * Whether a drop fits, known before it starts: where room is limited, what is read waits until all of it is read.
 * A server that tells of no limit, or does not answer, holds nothing up.
 */
import type { Reading } from './read-drop.ts';
import type { UploadItem } from './upload-item.ts';
import type { Room } from './upload-server.ts';

export interface Shortage {
  readonly needed: number;
  readonly left: number;
  /** The place that has so little room. */
  readonly title: string;
}

/** What travels in a moment the server refuses in a moment. */
const smallBytes = 1_000_000;

/** @param room what is left where it goes, less what is on its way there */
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

/** For the lines that an earlier page left: the first folder without room for all that is on its way there. */
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
