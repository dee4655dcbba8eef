/**
 * `thumb:thumbnail` as clients read it: the thumbnail of a document's main file, once it has been made.
 * Invariant: it is not stored in the document; queries find it by the same renditions (nxql/made-thumbnail.ts). These are
 * stored by the content of files, for all documents with it; a document that has the facet itself keeps its own value.
 */
import { blobsOf } from '../documents/properties.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { thumbnailFacet as facet, thumbnailProperty } from '../kernel/thumbnail.ts';
import { fromBlobValue, toBlobValue } from './blobs.ts';
import { thumbnailsMade } from './conversions.ts';

/** Adds facet and property to documents whose thumbnail has been made. */
export async function withThumbnails(
  session: Session,
  rows: readonly DocumentRow[],
): Promise<readonly DocumentRow[]> {
  const keys = new Map(
    rows.flatMap((row) => {
      const [main] = session.types.hasFacet(row, facet) ? [] : blobsOf(session.types, row);
      return main ? [[row.id, fromBlobValue(main.blob).key] as const] : [];
    }),
  );
  const made = await thumbnailsMade(session, [...new Set(keys.values())]);
  return rows.map((row) => {
    const picture = made.get(keys.get(row.id) ?? '');
    if (!picture) return row;
    const properties = { ...row.properties, [thumbnailProperty]: toBlobValue(picture) };
    return { ...row, facets: [...row.facets, facet], properties };
  });
}

export async function withThumbnail(session: Session, row: DocumentRow): Promise<DocumentRow> {
  const [shown = row] = await withThumbnails(session, [row]);
  return shown;
}
