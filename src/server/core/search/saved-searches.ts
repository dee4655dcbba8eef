/**
 * Saved searches: documents in a person's own workspace, which can be shared like any other document.
 * Invariant: a saved search is either a query or a page provider's parameters.
 */
import type { ParameterValue } from '#nxql/index.ts';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { SavedSearchEntity } from '#wire/search.ts';
import { createDocument, deleteDocument, getDocument, updateDocument } from '../documents/documents.ts';
import { userWorkspace } from '../documents/user-workspace.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { parameterSchema } from './describe-provider.ts';
import type { Paged } from './page.ts';
import { type ProviderOptions, type ProviderPage, runProvider } from './run-provider.ts';
import { runQuery } from './run-query.ts';

/** As sent by the client: numbers are texts in this interface. */
export type SavedSearchInput = Partial<Omit<SavedSearchEntity, 'entity-type' | 'id'>>;

const texts = ['query', 'queryLanguage', 'sortBy', 'sortOrder', 'queryParams'] as const;
const numbers = ['pageSize', 'currentPageIndex', 'maxResults'] as const;

export async function listSavedSearches(
  session: Session,
  pageProvider: string | undefined,
  options: ProviderOptions,
): Promise<Paged<DocumentRow>> {
  return pageProvider === undefined
    ? runProvider(session, 'SAVED_SEARCHES_ALL', options)
    : runProvider(session, 'SAVED_SEARCHES_ALL_PAGE_PROVIDER', { ...options, named: { pageProvider } });
}

export async function getSavedSearch(session: Session, id: string): Promise<DocumentRow> {
  const document = await getDocument(session, { id });
  if (!session.types.hasFacet(document, 'SavedSearch')) throw errors.documentNotFound(id);
  return document;
}

export async function createSavedSearch(session: Session, input: SavedSearchInput): Promise<DocumentRow> {
  check(input);
  return createDocument(session, await userWorkspace(session), {
    type: 'SavedSearch',
    name: input.title ?? 'search',
    properties: properties(input),
  });
}

/** Replaces everything: fields that are not given are cleared. */
export async function updateSavedSearch(
  session: Session,
  id: string,
  input: SavedSearchInput,
): Promise<DocumentRow> {
  const document = await getSavedSearch(session, id);
  check(input);
  const changes = { ...properties(nothing), ...properties(input) };
  return (await updateDocument(session, document, { properties: changes })).document;
}

export async function deleteSavedSearch(session: Session, id: string): Promise<void> {
  await deleteDocument(session, await getSavedSearch(session, id));
}

/** Given options override stored ones. */
export async function runSavedSearch(
  session: Session,
  document: DocumentRow,
  options: ProviderOptions,
): Promise<ProviderPage> {
  const saved = presentSavedSearch(document);
  const stored = parametersOf(saved);
  const { positional = [], named, ...given } = options;
  const all: ProviderOptions = {
    positional: positional.length > 0 ? positional : stored.positional,
    named: { ...stored.named, ...named },
    ...numbersOf(saved),
    ...(saved.sortBy ? { sortBy: saved.sortBy.split(',') } : {}),
    ...(saved.sortOrder ? { sortOrder: saved.sortOrder.split(',') } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  return saved.pageProviderName
    ? runProvider(session, saved.pageProviderName, all)
    : runQuery(session, saved.query ?? '', all);
}

/** The stored parameters, in the form for queries and page providers. */
export function parametersOf({ params, queryParams }: SavedSearchEntity) {
  return { named: namedValues(params), positional: queryParams?.split(',') ?? [] };
}

function namedValues(params: JsonObject): Readonly<Record<string, ParameterValue>> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): readonly [string, ParameterValue][] => {
      if (value === null || value === undefined) return [];
      if (Array.isArray(value) && value.length === 0) return [];
      if (Array.isArray(value)) return [[name, value.map(textOf)]];
      return [[name, textOf(value)]];
    }),
  );
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numbersOf(saved: SavedSearchEntity): Partial<Record<(typeof numbers)[number], number>> {
  return Object.fromEntries(
    numbers.flatMap((name) => (saved[name] === null ? [] : [[name, Number(saved[name])]])),
  );
}

export function presentSavedSearch(document: DocumentRow): SavedSearchEntity {
  const value = (name: string): string | null => {
    const stored = document.properties[`saved:${name}`];
    return stored === undefined || stored === null ? null : String(stored);
  };
  const title = document.properties['dc:title'];
  return {
    'entity-type': 'savedSearch',
    id: document.id,
    title: typeof title === 'string' ? title : document.name,
    queryParams: value('queryParams'),
    query: value('query'),
    queryLanguage: value('queryLanguage'),
    pageProviderName: value('providerName'),
    pageSize: value('pageSize'),
    currentPageIndex: value('currentPageIndex'),
    maxResults: value('maxResults'),
    sortBy: value('sortBy'),
    sortOrder: value('sortOrder'),
    contentViewData: value('contentViewData'),
    params: storedParams(document),
  };
}

/** With all fields of its provider's search, also those without a saved value. */
export function describeSavedSearch(session: Session, document: DocumentRow): SavedSearchEntity {
  const saved = presentSavedSearch(document);
  const provider = session.repository.providers.get(saved.pageProviderName ?? '');
  const schema = parameterSchema(session.types, provider?.searchDocumentType);
  const empty = (schema?.fields ?? []).map(({ name, list, defaultValue }): readonly [string, Json] => [
    name,
    defaultValue ?? (list ? [] : null),
  ]);
  return { ...saved, params: { ...Object.fromEntries(empty), ...saved.params } };
}

/** Stored as one text, as the names of parameters are arbitrary. */
function storedParams(document: DocumentRow): JsonObject {
  const stored = document.properties['saved:params'];
  const json = isJsonObject(stored) ? stored.json : undefined;
  const parsed: unknown = typeof json === 'string' ? JSON.parse(json) : {};
  return isJsonObject(parsed) ? parsed : {};
}

const nothing: SavedSearchInput = {
  query: null,
  queryLanguage: null,
  queryParams: null,
  pageProviderName: null,
  pageSize: null,
  currentPageIndex: null,
  maxResults: null,
  sortBy: null,
  sortOrder: null,
  contentViewData: null,
  params: {},
};

function properties(input: SavedSearchInput): Properties {
  const changes: Record<string, Json> = {};
  if (input.title !== undefined) changes['dc:title'] = input.title;
  for (const name of texts) {
    const value = input[name];
    if (value !== undefined) changes[`saved:${name}`] = value;
  }
  for (const name of numbers) {
    const value = input[name];
    if (value !== undefined) changes[`saved:${name}`] = value === null ? null : wholeNumber(name, value);
  }
  if (input.pageProviderName !== undefined) changes['saved:providerName'] = input.pageProviderName;
  if (input.contentViewData !== undefined) changes['saved:contentViewData'] = input.contentViewData;
  if (input.params !== undefined) changes['saved:params'] = { json: JSON.stringify(input.params) };
  return changes;
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw errors.badRequest(`${name} must be a whole number`);
  return number;
}

function check(input: SavedSearchInput): void {
  const hasQuery = Boolean(input.query) || Boolean(input.queryLanguage);
  const hasProvider = Boolean(input.pageProviderName);
  if (!input.title) throw errors.badRequest('title cannot be empty');
  if (hasQuery && hasProvider) {
    throw errors.badRequest(
      'query and page provider parameters are mutually exclusive (query, queryLanguage, pageProviderName)',
    );
  }
  if (!hasQuery && !hasProvider) {
    throw errors.badRequest(
      'query or page provider parameters are missing (query, queryLanguage, pageProviderName)',
    );
  }
  if (hasQuery && !input.queryLanguage) throw errors.badRequest('queryLanguage parameter is missing');
  if (hasQuery && !input.query) throw errors.badRequest('query parameter is missing');
}
