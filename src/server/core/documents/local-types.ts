/**
 * The types that people are offered in a folder: what its type allows, without what it and the folders above exclude
 * (`UITypesLocalConfiguration`). The nearest list of allowed types applies; denied types add up.
 */
import { isString } from '#wire/json.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const facet = 'UITypesLocalConfiguration';

/** Looks at all folders above, also those that the caller may not read. */
export async function subtypesIn(session: Session, folder: DocumentRow): Promise<readonly string[]> {
  const ofType = session.types.type(folder.type)?.subtypes ?? [];
  if (ofType.length === 0) return ofType;
  const ancestors = await session.read.documents.ancestors(folder.id);
  const configured = [folder, ...ancestors].filter((row) => session.types.hasFacet(row, facet));
  if (configured.some(({ properties }) => properties['uitypesconf:denyAllTypes'] === true)) return [];
  const lists = (name: string) =>
    configured.map(({ properties }) => {
      const value = properties[`uitypesconf:${name}`];
      return Array.isArray(value) ? value.filter(isString) : [];
    });
  const allowed = lists('allowedTypes').find((list) => list.length > 0) ?? ofType;
  const denied = new Set(lists('deniedTypes').flat());
  return ofType.filter((type) => allowed.includes(type) && !denied.has(type));
}
