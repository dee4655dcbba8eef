/** `@search` and `@pp`: searches that start from a document. */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Paged } from '#server/core/search/page.ts';
import { pageBlock } from '#server/core/search/page.ts';
import type { ProviderOptions } from '#server/core/search/run-provider.ts';
import { runProvider } from '#server/core/search/run-provider.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import type { Call } from '../application.ts';
import { presentPage } from '../presenters/search.ts';
import { listEntity } from '../responses.ts';
import { listOptions, searchOptions } from '../search-parameters.ts';
import type { Adapter, Target } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const search: Adapter = {
  name: 'search',
  answer: async (call, target) => {
    requireMethod(call.request, 'GET');
    return listEntity(await presentPage(call, await searchFrom(call, target, listOptions(call))));
  },
  resolve: async (call, target) => ({
    kind: 'documents',
    documents: (await searchFrom(call, target, workedWith(call))).entries,
  }),
};

const defaultPageSize = 50;

/** An invalid query gives an error inside the list here, unlike everywhere else. */
async function searchFrom(call: Call, target: Target, given: ProviderOptions): Promise<Paged<DocumentRow>> {
  const { session, url } = call;
  const query = url.searchParams.get('query') ?? fullTextQuery(call, documentOf(target));
  if (query === undefined) throw errors.badRequest('Expecting a query or a fullText parameter');
  const options: ProviderOptions = {
    pageSize: defaultPageSize,
    ...defined(given),
    positional: [],
    named: {},
  };
  try {
    return await runQuery(session, query, options);
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.code !== 'invalidQuery') throw error;
    const paging = { pageSize: options.pageSize ?? defaultPageSize, currentPageIndex: 0 };
    const outcome = {
      total: 0,
      count: 0,
      maxPageSize: session.repository.settings.maxPageSize,
      isDocumentList: true,
      errorMessage: error.message,
    };
    return { entries: [], page: pageBlock(paging, outcome) };
  }
}

function defined(options: ProviderOptions): ProviderOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Searches below the document, or in its folder when it is not a folder itself. */
function fullTextQuery({ session, url }: Call, document: DocumentRow): string | undefined {
  const words = url.searchParams.get('fullText');
  if (words === null) return undefined;
  const path = document.path ?? '/';
  const folder = session.types.hasFacet(document, 'Folderish') ? path : path.replace(/\/[^/]*$/, '') || '/';
  const order = /^[\w:.\s,/]+$/.exec(url.searchParams.get('orderBy') ?? '')?.[0];
  return [
    `SELECT * FROM Document WHERE ecm:fulltext = ${quoted(words)}`,
    'AND ecm:isVersion = 0',
    `AND ecm:path STARTSWITH ${quoted(folder)}`,
    ...(order ? [`ORDER BY ${order}`] : []),
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export const pageProvider: Adapter = {
  name: 'pp',
  answer: async (call, target, [name]) => {
    requireMethod(call.request, 'GET');
    return listEntity(await presentPage(call, await provided(call, target, listOptions(call), name)));
  },
  resolve: async (call, target, [name]) => ({
    kind: 'documents',
    documents: (await provided(call, target, workedWith(call), name)).entries,
  }),
};

/** Options for documents that the next adapter works with. */
function workedWith({ url, request }: Call): ProviderOptions {
  return searchOptions(url.searchParams, request.headers);
}

async function provided(
  { session }: Call,
  target: Target,
  options: ProviderOptions,
  name = 'CURRENT_DOC_CHILDREN',
) {
  if (!session.repository.providers.get(name)) {
    throw new RepositoryError('operationFailed', `Page provider given not found: ${name}`);
  }
  return runProvider(session, name, { ...options, positional: [documentOf(target).id] });
}
