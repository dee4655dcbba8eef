/** Which columns a list has, and what rows must come with so that they can be shown. */
import { type DocumentView, rowView } from '#web/api/documents.ts';
import { choiceFor, type ListPlace } from './list-preferences.ts';

export const nameColumn = 'dc:title';
/** What the file is, and where there is none, what the document is. */
export const kindColumn = 'file:content/mime-type';
export const columnsAtRest: readonly string[] = [
  kindColumn,
  'ecm:currentLifeCycleState',
  'dc:modified',
  'dc:lastContributor',
  'file:content/length',
];
/** Offered by name; any other property of the server's schemas can be added. */
export const columnsOffered: readonly string[] = [
  ...columnsAtRest,
  'ecm:primaryType',
  'dc:created',
  'dc:creator',
  'dc:description',
  'dc:nature',
  'uid:major_version',
];

/** They hold a login, and show a name. */
export const personColumns: readonly string[] = ['dc:lastContributor', 'dc:creator'];
/** The prefix of the only schema of all rows whose prefix is not its name. */
const dublinCore = 'dc';

/** @param schemaOf for prefixes of columns that are not offered by name; the view must not depend on when it is known */
export function viewFor(columns: readonly string[], schemaOf: (prefix: string) => string): DocumentView {
  // Those of extensions may need several properties.
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

/** Undefined where the reader chose a column of which only the server knows the schema. */
export function restingView(place: ListPlace): DocumentView | undefined {
  const columns = choiceFor(place).columns ?? columnsAtRest;
  return columns.every((id) => columnsOffered.includes(id))
    ? viewFor(columns, (prefix) => prefix)
    : undefined;
}
