/**
 * Collections and documents that go: neither side may name what is no longer there.
 * Invariant: done by the repository itself within the removal, whatever the caller may write.
 */
import { changeRow } from '../documents/change-row.ts';
import type { DocumentRow, PropertyValue } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

export const memberFacet = 'CollectionMember';
const memberIds = 'collection:documentIds';
const collectionIds = 'collectionMember:collectionIds';

/** @param going every document that is removed now */
export async function leaveCollections(session: Session, going: readonly DocumentRow[]): Promise<void> {
  const gone = new Set(going.map(({ id }) => id));
  await forget(session, memberIds, gone, named(going, collectionIds));
  await forget(session, collectionIds, gone, named(going, memberIds));
}

function named(rows: readonly DocumentRow[], property: string): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => texts(row.properties[property])));
}

async function forget(
  session: Session,
  property: string,
  gone: ReadonlySet<string>,
  holders: ReadonlySet<string>,
): Promise<void> {
  for (const id of [...holders].filter((one) => !gone.has(one)).sort()) {
    await changeRow(session, id, (row) => {
      const held = texts(row.properties[property]);
      const left = held.filter((one) => !gone.has(one));
      // What goes may name anything: it is left alone when it does not name it back.
      if (left.length === held.length) return undefined;
      const { [property]: _held, ...others } = row.properties;
      const isNoMember = property === collectionIds && left.length === 0;
      return {
        properties: isNoMember ? others : { ...others, [property]: left },
        facets: isNoMember ? row.facets.filter((facet) => facet !== memberFacet) : row.facets,
      };
    });
  }
}

function texts(value: PropertyValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
