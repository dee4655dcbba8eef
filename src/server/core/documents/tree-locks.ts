/**
 * Holds on the tree (`lockTree` of the document store), each taken once in a call.
 * Invariant: additions to the tree and changes of a whole subtree (rights, place, trash, removal, counting again) exclude each
 * other: the second one waits, and then sees the first one's result.
 */

import type { TreeLock } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const held = new WeakMap<object, Set<string>>();

type Target = Pick<DocumentRow, 'id'>;

/** Call it before adding a document, bytes or a reference to these places. */
export async function holdPlaces(session: Session, ...places: readonly Target[]): Promise<void> {
  await hold(session, asPlaces(places), nothing);
}

/**
 * The same, and returns what `read` finds once the place is held.
 * @param read reads from the store only; it may be called twice
 * @param chainOf ids of the place and all its ancestors, from what was read
 */
export function holdPlaceToRead<Read>(
  session: Session,
  place: Target,
  read: () => Promise<Read>,
  chainOf: (found: Read) => readonly string[],
): Promise<Read> {
  return hold(session, asPlaces([place]), read, chainOf);
}

/** @param places where parts of the subtree go, or what they will refer to */
export async function holdSubtree(
  session: Session,
  top: Target,
  ...places: readonly Target[]
): Promise<void> {
  await hold(session, [{ id: top.id, extent: 'subtree' }, ...asPlaces(places)], nothing);
}

/** The row once its place is held, so that rights are checked after the changes of earlier calls. */
export async function heldDocument(
  session: Session,
  { id, path }: Pick<DocumentRow, 'id' | 'path'>,
): Promise<DocumentRow> {
  const row = await session.read.documents.get(id);
  if (!row) throw errors.documentNotFound(path ?? id);
  return row;
}

function asPlaces(places: readonly Target[]): readonly TreeLock[] {
  return places.map(({ id }) => ({ id, extent: 'place' }));
}

async function hold<Read>(
  session: Session,
  locks: readonly TreeLock[],
  read: () => Promise<Read>,
  chainOf?: (found: Read) => readonly string[],
): Promise<Read> {
  const { documents } = await session.write();
  const known = held.get(session.attempt) ?? new Set<string>();
  held.set(session.attempt, known);
  const open = locks.filter(({ id, extent }) => !known.has(`subtree ${id}`) && !known.has(`${extent} ${id}`));
  if (open.length === 0) return read();
  const found = await documents.lockTree(open, read, chainOf);
  for (const { id, extent } of open) known.add(`${extent} ${id}`);
  return found;
}

async function nothing(): Promise<void> {}
