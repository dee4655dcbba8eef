/**
 * The columns of a query's SELECT list, and a document's values in them. Pure.
 * Invariant: a list with anything but names of fields gives no columns at all, so that no column is empty only because it
 * cannot be shown.
 */
import { parse, printOperand } from '#nxql/index.ts';
import { propertyOf } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import type { Json } from '#wire/json.ts';

export interface SelectedField {
  readonly name: string;
  /** Its alias in the query. */
  readonly alias: string | undefined;
}

const none: readonly SelectedField[] = [];

export function selectedFields(query: string): readonly SelectedField[] {
  const { query: tree } = parse(query);
  if (tree === undefined || tree.distinct) return none;
  const fields = tree.select.flatMap(({ operand, alias }) =>
    operand.kind === 'reference' && !operand.asDate && !operand.name.includes('*')
      ? [{ name: printOperand(operand), alias }]
      : [],
  );
  // A query that sorts by an alias of its list cannot do without the list, see `listingQuery`.
  const names = tree.orderBy.map(({ reference }) => reference.name);
  const isWhole =
    fields.length === tree.select.length && !fields.some(({ alias }) => names.includes(alias ?? ''));
  return isWhole ? fields : none;
}

/** The columns that a table of results gets in addition to the usual ones: properties, without system fields. */
export function selectedProperties(query: string): readonly string[] {
  return selectedFields(query).flatMap(({ name }) => (/^(?!ecm:)[\w-]+:[\w/-]+$/.test(name) ? [name] : []));
}

/**
 * The query with `*` as its SELECT list: with columns, servers take the values of the first column for ids of documents.
 * It has the same length, so that an offset in the server's error is right in both.
 */
export function listingQuery(query: string): string {
  if (selectedFields(query).length === 0) return query;
  const spans = parse(query).query?.select.map(({ span }) => span) ?? [];
  const [start, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  return query.slice(0, start) + '*'.padEnd(end - start) + query.slice(end);
}

/** Values of system fields, from the document's entity; a field that is not here is not part of the entity. */
const systemValues: Readonly<Record<string, (document: StoredDocument) => Json | undefined>> = {
  'ecm:uuid': ({ uid }) => uid,
  'ecm:name': ({ path }) => path.slice(path.lastIndexOf('/') + 1),
  'ecm:parentId': ({ parentRef }) => parentRef,
  'ecm:versionLabel': ({ versionLabel }) => versionLabel,
  'ecm:lockOwner': ({ lockOwner }) => lockOwner,
  'ecm:isVersion': ({ isVersion }) => isVersion,
  'ecm:isProxy': ({ isProxy }) => isProxy,
  'ecm:isTrashed': ({ isTrashed }) => isTrashed,
  'ecm:isRecord': ({ isRecord }) => isRecord,
  'ecm:retainUntil': ({ retainUntil }) => retainUntil,
  'ecm:hasLegalHold': ({ hasLegalHold }) => hasLegalHold,
  'ecm:mixinType': ({ facets }) => facets,
};

export function fieldValue(document: StoredDocument, name: string): Json | undefined {
  const system = systemValues[name];
  return system === undefined ? propertyOf(document, name) : system(document);
}
