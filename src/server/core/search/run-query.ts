/**
 * Runs NXQL for a caller: binds parameters, applies rights, returns one page.
 * Invariants: queries that the language's checker refuses never reach the store; every request has the caller's readable
 * ACLs, so that pages, counts and aggregates hold only what the caller may browse.
 */
import {
  bindParameters,
  checkQuery,
  type Diagnostic,
  isFulltextName,
  type ParameterValue,
  type Predicate,
  parse,
  type Query,
  quoteString,
} from '#nxql/index.ts';
import { isString, type JsonObject } from '#wire/json.ts';
import { readableAclIds } from '../access/access.ts';
import type { QueryRequest, QueryResult, ShownProperties, SortKey } from '../kernel/document-store.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { TypeRegistry } from '../types/registry.ts';
import { type Paged, type PageRequest, pageBlock, spanOf } from './page.ts';
import { vocabularyOf } from './query-vocabulary.ts';

export type DocumentPage = Paged<DocumentRow>;

export interface QueryOptions extends Partial<PageRequest> {
  readonly positional?: readonly ParameterValue[] | undefined;
  readonly named?: Readonly<Record<string, ParameterValue>> | undefined;
  /** Limit for counting; beyond it the total is -2. Default: count all. */
  readonly maxResults?: number | undefined;
  /** Properties to sort by instead of the query's own order. */
  readonly sortBy?: readonly string[] | undefined;
  /** By position; only `asc` means ascending. */
  readonly sortOrder?: readonly string[] | undefined;
  /** See SearchScope: for queries that the Platform sends to its index instead of its database. */
  readonly versionsInFolders?: boolean | undefined;
  /** For answers that only show some properties: see `getMany` of the store. */
  readonly shown?: ShownProperties | undefined;
}

/** NXQL without paging parameters returns everything. */
export async function runQuery(
  session: Session,
  text: string,
  options: QueryOptions = {},
): Promise<DocumentPage> {
  const bound = queryText(session, text, options);
  return queryPage(session, bound, {
    request: pageRequestOf(options, 0),
    sort: sortKeys(options),
    countUpTo: countLimitOf(options.maxResults),
    versionsInFolders: options.versionsInFolders,
    shown: options.shown,
  });
}

/** The SELECT list as records (`Repository.ResultSetQuery`). */
export async function runProjection(
  session: Session,
  text: string,
  options: QueryOptions = {},
): Promise<Paged<JsonObject>> {
  const bound = queryText(session, text, options);
  return queryPage(
    session,
    bound,
    {
      request: pageRequestOf(options, 0),
      sort: sortKeys(options),
      countUpTo: countLimitOf(options.maxResults),
    },
    (request) => session.read.documents.project(request),
  );
}

/** Only ids, in slices, to work on all matches. */
export async function* allIds(session: Session, text: string, limit: number = 0): AsyncGenerator<string> {
  const request = await requestFor(session, checkedQuery(session, text));
  const found = await session.read.documents.queryIds({
    ...request,
    limit,
    // An order is needed, so that slices do not overlap.
    sort: [{ name: 'ecm:uuid', descending: false }],
  });
  yield* found.items;
}

export function pageRequestOf(options: Partial<PageRequest>, pageSize: number): PageRequest {
  return {
    pageSize: options.pageSize ?? pageSize,
    currentPageIndex: options.currentPageIndex ?? 0,
    offset: options.offset,
  };
}

export function countLimitOf(maxResults: number | undefined): number {
  return maxResults === undefined || maxResults < 0 ? -1 : maxResults;
}

export function sortKeys(options: Pick<QueryOptions, 'sortBy' | 'sortOrder'>): readonly SortKey[] {
  return (options.sortBy ?? [])
    .filter((name) => name !== '')
    .map((name, index) => ({
      name,
      descending: options.sortOrder?.[index]?.toLowerCase() !== 'asc',
    }));
}

/** The query with its parameters inserted, also for bulk commands. */
export function queryText(
  session: Session,
  text: string,
  options: Pick<QueryOptions, 'positional' | 'named'>,
): string {
  requireShort(text);
  return bindParameters(text, {
    positional: (options.positional ?? []).map((value) => expand(session, value)),
    named: expandAll(session, options.named ?? {}),
  });
}

export function expandAll(
  session: Session,
  named: Readonly<Record<string, ParameterValue>>,
): Readonly<Record<string, ParameterValue>> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, expand(session, value)]));
}

export function expand(session: Session, value: ParameterValue): ParameterValue {
  if (value === '$currentUser') return session.username;
  return value === '$currentRepository' ? session.repositoryName : value;
}

export interface PageWork {
  readonly request: PageRequest;
  readonly sort: readonly SortKey[];
  readonly countUpTo: number;
  readonly maxPageSize?: number;
  readonly isSortable?: boolean;
  readonly versionsInFolders?: boolean | undefined;
  readonly shown?: ShownProperties | undefined;
}

export async function queryPage(session: Session, text: string, work: PageWork): Promise<DocumentPage>;
export async function queryPage<T>(
  session: Session,
  text: string,
  work: PageWork,
  ask: (request: QueryRequest) => Promise<QueryResult<T>>,
): Promise<Paged<T>>;
export async function queryPage(
  session: Session,
  text: string,
  work: PageWork,
  ask: (request: QueryRequest) => Promise<QueryResult<DocumentRow | JsonObject>> = (request) =>
    namesOthers(request.query) ? namedDocuments(session, request) : session.read.documents.query(request),
): Promise<Paged<DocumentRow | JsonObject>> {
  const query = checkedQuery(session, text, work.sort);
  const maxPageSize = work.maxPageSize ?? session.repository.settings.maxPageSize;
  const span = spanOf(work.request, maxPageSize);
  const found = await ask({
    ...(await requestFor(session, query, work)),
    sort: work.sort,
    limit: span.limit,
    offset: span.offset,
    countUpTo: work.countUpTo,
    shown: work.shown,
  });
  return {
    entries: found.items,
    page: pageBlock(work.request, {
      total: found.total,
      count: found.items.length,
      maxPageSize,
      resultsCountLimit: Math.max(0, work.countUpTo),
      isSortable: work.isSortable ?? true,
      isDocumentList: true,
    }),
  };
}

/** `SELECT collection:documentIds/* FROM Collection`: the first column holds ids of other documents. */
function namesOthers({ select: [first] }: Query): boolean {
  return first?.operand.kind === 'reference' && first.operand.name !== 'ecm:uuid';
}

/** In the order of the rows, without missing and unreadable documents. */
async function namedDocuments(session: Session, request: QueryRequest): Promise<QueryResult<DocumentRow>> {
  const { documents } = session.read;
  const { items, total } = await documents.project({ ...request, longestText: longestId + 1 });
  const ids = items
    .map((row) => Object.values(row)[0])
    .filter(isString)
    .filter(mayBeId);
  const text = `SELECT * FROM Document WHERE ecm:uuid IN (${ids.map(quoteString).join(', ')})`;
  if (ids.length === 0) return { items: [], total };
  const readable = await documents.query({
    ...(await requestFor(session, checkedQuery(session, text))),
    shown: request.shown,
  });
  const byId = new Map(readable.items.map((row) => [row.id, row]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** The selected column may hold anything, also long texts. */
function mayBeId(text: string): boolean {
  return text.length <= longestId;
}

/** A request for everything that the caller may see, to be narrowed. */
export async function requestFor(
  session: Session,
  query: Query,
  { versionsInFolders }: Pick<QueryOptions, 'versionsInFolders'> = {},
): Promise<QueryRequest> {
  return {
    query,
    scope: {
      repository: session.repositoryName,
      readAclIds: await readableAclIds(session),
      types: session.types,
      versionsInFolders,
      // Evaluated only when the query uses NOW().
      get now() {
        return session.now;
      },
    },
    sort: [],
    limit: 0,
    offset: 0,
    countUpTo: 0,
  };
}

const longestId = 100;
/** Longer queries would block the event loop while they are parsed; ten thousand ids are shorter. */
const longestQuery = 1_000_000;
/** Databases allow little more. */
const mostColumns = 1_000;
const mostOrders = 100;

const mostKnown = 500;
const longestKnown = 2_000;
/** Parsed queries without errors, by their texts. */
const known = new WeakMap<TypeRegistry, Map<string, Query>>();

/** Parses and checks a query. @throws 400 that names the error and its position */
export function checkedQuery(session: Session, text: string, sort: readonly SortKey[] = []): Query {
  const ofTypes = known.get(session.types) ?? new Map<string, Query>();
  known.set(session.types, ofTypes);
  const isFulltextOff = session.repository.withoutFulltext.has(session.repositoryName);
  const key = JSON.stringify([text, isFulltextOff, ...sort.map(({ name }) => name)]);
  const earlier = ofTypes.get(key);
  if (earlier !== undefined) return earlier;
  const query = faultless(session, text, sort, isFulltextOff);
  if (key.length <= longestKnown) {
    if (ofTypes.size >= mostKnown) ofTypes.clear();
    ofTypes.set(key, query);
  }
  return query;
}

function requireShort(text: string): void {
  if (text.length > longestQuery)
    throw new RepositoryError('invalidQuery', `A query of more than ${longestQuery} characters`);
}

/** Checked before the names themselves, as checking a hundred thousand names would block the event loop. */
function requireFew({ select, orderBy }: Query, sort: readonly SortKey[]): void {
  if (select.length > mostColumns)
    throw new RepositoryError('invalidQuery', `A query of more than ${mostColumns} columns`);
  if (Math.max(orderBy.length, sort.length) > mostOrders)
    throw new RepositoryError('invalidQuery', `A query with more than ${mostOrders} orders`);
}

function faultless(session: Session, text: string, sort: readonly SortKey[], isFulltextOff: boolean): Query {
  requireShort(text);
  const { query, diagnostics } = parse(text);
  if (query) requireFew(query, sort);
  const orderedText = sort.length === 0 ? text : `${text} ORDER BY ${sort.map(sortText).join(', ')}`;
  if (!query) throw refusal(orderedText, diagnostics);
  requireStorable(text);
  const vocabulary = vocabularyOf(session.types);
  const sorted: Query = sort.length === 0 ? query : { ...query, orderBy: sort.map(orderItem) };
  const faults = checkQuery(sorted, vocabulary).filter(({ severity }) => severity === 'error');
  if (faults.length > 0) throw refusal(orderedText, faults);
  if (isFulltextOff && query.where && asksFulltext(query.where)) {
    throw new RepositoryError(
      'invalidQuery',
      `Failed to execute query: ${text}, Fulltext search disabled by configuration`,
      { infos: ['Fulltext search disabled by configuration'] },
    );
  }
  return query;
}

/** Null characters and lone surrogates are valid in NXQL, but no database can compare them. */
function requireStorable(text: string): void {
  const start = text.search(/[\0\p{Cs}]/u);
  if (start < 0) return;
  const code = text.charCodeAt(start).toString(16).padStart(4, '0');
  const message = `Lexical Error: Illegal character <\\u${code}> at offset ${start}`;
  throw refusal(text, [{ message, start, end: start + 1, severity: 'error', fixes: [] }]);
}

function sortText({ name, descending }: SortKey): string {
  return descending ? `${name} DESC` : name;
}

function orderItem({ name, descending }: SortKey): Query['orderBy'][number] {
  const span = { start: 0, end: 0 };
  return {
    reference: { kind: 'reference', name, asDate: false, hint: undefined, span },
    descending,
    span,
  };
}

function refusal(text: string, diagnostics: readonly Diagnostic[]): RepositoryError {
  const [first] = diagnostics;
  return new RepositoryError(
    'invalidQuery',
    `Failed to execute query: ${text}, ${first?.message ?? 'Syntax error'}`,
    {
      infos: diagnostics
        .slice(0, 20)
        .map(({ message, start }) =>
          message.includes('at offset') ? message : `${message} at offset ${start}`,
        ),
    },
  );
}

function asksFulltext(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.items.some(asksFulltext);
    case 'not':
      return asksFulltext(predicate.item);
    case 'comparison':
      return predicate.left.kind === 'reference' && isFulltextName(predicate.left.name);
    default:
      return isFulltextName(predicate.reference.name);
  }
}
