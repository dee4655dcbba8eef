/**
 * Holds on the tree (`lockTree` of the document store), each taken once in a call.
 * Invariant: what comes into the tree and what changes a whole subtree (rights, place, trash, removal, counting anew)
 * never pass each other by: whichever comes second waits, and sees what the first one left.
 */

import type { TreeLock } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const held = new WeakMap<object, Set<string>>();

type Target = Pick<DocumentRow, 'id'>;

/** For whoever brings a document, bytes or a reference to these places. */
export async function holdPlaces(session: Session, ...places: readonly Target[]): Promise<void> {
  await hold(session, asPlaces(places), nothing);
}

/**
 * The same, and what is read once the place is held.
 * @param read asks the store only; it may be asked twice
 * @param chainOf the place and all above it, as what is read says
 */
export function holdPlaceToRead<Read>(
  session: Session,
  place: Target,
  read: () => Promise<Read>,
  chainOf: (found: Read) => readonly string[],
): Promise<Read> {
  return hold(session, asPlaces([place]), read, chainOf);
}

/** @param places where something of the subtree goes, or what it comes to refer to */
export async function holdSubtree(
  session: Session,
  top: Target,
  ...places: readonly Target[]
): Promise<void> {
  await hold(session, [{ id: top.id, extent: 'subtree' }, ...asPlaces(places)], nothing);
}

/** As it is now that its place is held: rights are asked of what the calls before have left. */
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
