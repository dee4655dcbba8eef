/**
 * The columns that a query asks for by its SELECT list, and what a document has in them. Pure.
 * Invariant: a list with anything else than names of fields is none, so no column stands there empty for want of sense.
 */
import { parse, printOperand } from '#nxql/index.ts';
import { propertyOf } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import type { Json } from '#wire/json.ts';

export interface SelectedField {
  readonly name: string;
  /** The name that the query gives it. */
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
  // An order by a name that the list gives stands and falls with the list.
  const names = tree.orderBy.map(({ reference }) => reference.name);
  const isWhole =
    fields.length === tree.select.length && !fields.some(({ alias }) => names.includes(alias ?? ''));
  return isWhole ? fields : none;
}

/** Those of them that a table of results has beside what the server says of every document. */
export function selectedProperties(query: string): readonly string[] {
  return selectedFields(query).flatMap(({ name }) => (/^(?!ecm:)[\w-]+:[\w/-]+$/.test(name) ? [name] : []));
}

/**
 * The query that finds the documents of these rows: servers take the values of the first column for ids of documents
 * otherwise. As long as before, so that what a server says of a place in it holds in both.
 */
export function listingQuery(query: string): string {
  if (selectedFields(query).length === 0) return query;
  const spans = parse(query).query?.select.map(({ span }) => span) ?? [];
  const [start, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  return query.slice(0, start) + '*'.padEnd(end - start) + query.slice(end);
}

/** What the document itself says of a system field; undefined where the interface sends nothing of it. */
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
