/**
 * Collections and documents that go: neither side may name what is no longer there.
 * Invariant: done by the repository itself within the removal, whatever the caller may write.
 */
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
  const { documents } = await session.write();
  for (const id of [...holders].sort()) {
    const row = gone.has(id) ? undefined : await documents.getForUpdate(id);
    const held = texts(row?.properties[property]);
    const left = held.filter((one) => !gone.has(one));
    // What goes may name anything: it is left alone when it does not name it back.
    if (!row || left.length === held.length) continue;
    const { [property]: _held, ...others } = row.properties;
    const isNoMember = property === collectionIds && left.length === 0;
    await documents.update(id, {
      properties: isNoMember ? others : { ...others, [property]: left },
      facets: isNoMember ? row.facets.filter((facet) => facet !== memberFacet) : row.facets,
      systemChange: row.systemChange + 1,
    });
  }
}

function texts(value: PropertyValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
