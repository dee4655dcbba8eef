/** The columns of a list, and what its rows must include so that they can be shown. */
import { type DocumentView, rowView } from '#web/api/documents.ts';
import { choiceFor, type ListPlace } from './list-preferences.ts';

export const nameColumn = 'dc:title';
/** The kind of the file, or without a file that of the document. */
export const kindColumn = 'file:content/mime-type';
export const defaultColumns: readonly string[] = [
  kindColumn,
  'ecm:currentLifeCycleState',
  'dc:modified',
  'dc:lastContributor',
  'file:content/length',
];
/** Offered by name; any other property of the server's schemas can be added. */
export const columnsOffered: readonly string[] = [
  ...defaultColumns,
  'ecm:primaryType',
  'dc:created',
  'dc:creator',
  'dc:description',
  'dc:nature',
  'uid:major_version',
];

/** Their value is a login; a name is shown. */
export const personColumns: readonly string[] = ['dc:lastContributor', 'dc:creator'];
/** The only prefix among the schemas of all rows that is not its schema's name. */
const dublinCore = 'dc';

/**
 * @param schemaOf finds the schema of a prefix, for columns that are not offered by name; the view must not depend on when it is
 * known
 */
export function viewFor(columns: readonly string[], schemaOf: (prefix: string) => string): DocumentView {
  // A column of an extension may need several properties.
  const prefixes = new Set(columns.flatMap((id) => id.match(/\w+(?=:)/g) ?? []));
  prefixes.delete('ecm');
  prefixes.delete(dublinCore);
  const schemas = new Set([...(rowView.schemas ?? []), ...[...prefixes].map(schemaOf)]);
  return {
    ...rowView,
    schemas: [...schemas],
    fetch: { document: [...(rowView.fetch?.document ?? []), ...personColumns] },
  };
}

/** Undefined if the user chose a column whose schema only the server knows. */
export function initialView(place: ListPlace): DocumentView | undefined {
  const columns = choiceFor(place).columns ?? defaultColumns;
  return columns.every((id) => columnsOffered.includes(id))
    ? viewFor(columns, (prefix) => prefix)
    : undefined;
}
