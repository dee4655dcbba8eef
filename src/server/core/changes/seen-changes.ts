/**
 * Which changes a person with some documents open is told about.
 * Invariant: the person's present rights apply; a document that was moved, or whose rights changed, is also reported to those
 * who could see it before. A person learns only which of their open places have changed, and ids of documents that they
 * may see.
 */
import { readableAclIds } from '../access/access.ts';
import type { Change, Standing } from '../kernel/changes.ts';
import type { Session } from '../kernel/session.ts';

export interface SeenChanges {
  /** The person's open places that have changed. */
  readonly places: readonly string[];
  readonly documents: readonly string[];
  /** The ids among them for which the server derived values from files, after the change itself was answered. */
  readonly derived: readonly string[];
}

/** Whether the change may matter to anybody who has these places open. */
export function concerns(change: Change, places: ReadonlySet<string>): boolean {
  return placesOf(change, change, places).length > 0 || placesOf(change, change.left, places).length > 0;
}

export async function seenChanges(
  session: Session,
  changes: readonly Change[],
  places: ReadonlySet<string>,
): Promise<SeenChanges> {
  const here = changes.filter(({ repository }) => repository === session.repositoryName);
  const [readable, rows] = await Promise.all([
    readableAclIds(session),
    session.read.documents.getMany([...new Set(here.map(({ id }) => id))]),
  ]);
  const current = new Map(rows.map((row) => [row.id, row.readAclId]));
  const mayRead = (aclId: number | undefined): boolean =>
    readable === undefined || (aclId !== undefined && readable.includes(aclId));
  const seen = { places: new Set<string>(), documents: new Set<string>(), derived: new Set<string>() };
  for (const change of here) {
    const now = current.get(change.id);
    if (mayRead(now ?? change.readAclId)) {
      if (now !== undefined) seen.documents.add(change.id);
      if (now !== undefined && change.isDerived === true) seen.derived.add(change.id);
      for (const place of placesOf(change, change, places)) seen.places.add(place);
    }
    if (change.left && mayRead(change.left.readAclId))
      for (const place of placesOf(change, change.left, places)) seen.places.add(place);
  }
  return { places: [...seen.places], documents: [...seen.documents], derived: [...seen.derived] };
}

/** Which of the places are affected: the document, its folder, and for a deep change everything below it. */
function placesOf(
  { isDeep }: Change,
  standing: Standing | undefined,
  places: ReadonlySet<string>,
): readonly string[] {
  const path = standing?.path;
  if (!path) return [];
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  const below = isDeep ? [...places].filter((place) => place.startsWith(`${path}/`)) : [];
  return [...[folder, path].filter((place) => places.has(place)), ...below];
}
