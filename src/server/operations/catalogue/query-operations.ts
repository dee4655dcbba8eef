/** Operations that search with NXQL and page providers, and start bulk actions on the results. */
import { errors } from '#server/core/kernel/errors.ts';
import { waitForJobs } from '#server/core/kernel/wait-for-jobs.ts';
import { bulkStatus, submitBulk } from '#server/core/search/bulk.ts';
import { type ProviderOptions, providerText, runProvider } from '#server/core/search/run-provider.ts';
import { type QueryOptions, queryText, runProjection, runQuery } from '#server/core/search/run-query.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { parsedJson } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Fetch';

const paging = {
  currentPageIndex: optional('integer', 'Which page, from 0', { aliases: ['page'] }),
  pageSize: optional('integer', 'Entries on a page'),
} as const;

const language = defaulted('string', 'NXQL', 'Language of the query', { values: ['NXQL'] });
const queryParams = optional('stringlist', 'Values for the question marks, in order', {
  aliases: ['searchTerm'],
});
const namedParameters = optional('properties', 'Values for the names', { aliases: ['namedQueryParams'] });

const sorting = {
  sortBy: optional('stringlist', 'Properties to sort by'),
  sortOrder: optional('stringlist', 'ASC or DESC, for each of them'),
} as const;

interface PageParameters {
  readonly currentPageIndex?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly offset?: number | undefined;
  readonly queryParams?: readonly string[] | undefined;
  readonly namedParameters?: JsonObject | undefined;
  readonly sortBy?: readonly string[] | undefined;
  readonly sortOrder?: readonly string[] | undefined;
  readonly maxResults?: number | undefined;
}

function optionsFrom(parameters: PageParameters): QueryOptions {
  const { queryParams: positional, namedParameters: given = {}, ...options } = parameters;
  return { ...options, positional, named: namedValues(given) };
}

function namedValues(given: JsonObject): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, parameterValue(value ?? null)]),
  );
}

/** A list may be sent as JSON text. */
function parameterValue(value: Json): string | readonly string[] {
  if (Array.isArray(value)) return value.map(textOf);
  if (isString(value) && /^\s*\[/.test(value)) {
    const parsed = parsedJson(value);
    if (Array.isArray(parsed)) return parsed.map(textOf);
  }
  return textOf(value);
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const query = defineOperation({
  id: 'Repository.Query',
  aliases: ['Document.Query'],
  category,
  label: 'Query',
  description: 'The documents that a query finds.',
  params: {
    query: defaulted('string', 'SELECT * FROM Document', 'In NXQL'),
    language,
    ...paging,
    queryParams,
    ...sorting,
    namedParameters,
    maxResults: optional('integer', 'Count no further'),
    quotePatternParameters: defaulted(
      'boolean',
      true,
      'Accepted from older clients: values are never query text',
    ),
    escapePatternParameters: defaulted('boolean', true, 'Accepted from older clients'),
  },
  methods: {
    void: {
      to: 'documents',
      run: ({ session, params }) => runQuery(session, params.query, optionsFrom(params)),
    },
  },
});

const provider = defineOperation({
  id: 'Repository.PageProvider',
  aliases: ['Document.PageProvider'],
  category,
  label: 'PageProvider',
  description: 'One page of a page provider.',
  params: {
    providerName: required('string', 'Name of the page provider'),
    language,
    ...paging,
    offset: optional('integer', 'First entry; wins over the page'),
    queryParams,
    documentLinkBuilder: optional('string', 'Accepted from older clients'),
    namedParameters,
    ...sorting,
    quickFilters: optional('stringlist', 'Filters to switch on'),
    highlights: optional('stringlist', 'Properties to show the found words in'),
  },
  methods: {
    void: {
      to: 'documents',
      run: ({ session, params }) => runProvider(session, params.providerName, providerOptions(params)),
    },
  },
});

function providerOptions(
  parameters: PageParameters & {
    readonly quickFilters?: readonly string[] | undefined;
    readonly highlights?: readonly string[] | undefined;
  },
): ProviderOptions {
  const { quickFilters, highlights, ...page } = parameters;
  return { ...optionsFrom(page), quickFilters, highlight: highlights };
}

const resultSetQuery = defineOperation({
  id: 'Repository.ResultSetQuery',
  aliases: ['ResultSet.PaginatedQuery'],
  category,
  label: 'ResultSet Query',
  description: 'The columns that a query selects, as records.',
  params: {
    query: required('string', 'In NXQL'),
    language,
    namedParameters,
    ...paging,
    queryParams,
    ...sorting,
    maxResults: optional('integer', 'Count no further'),
  },
  methods: {
    void: {
      to: 'recordset',
      run: ({ session, params }) => runProjection(session, params.query, optionsFrom(params)),
    },
  },
});

const resultSetProvider = defineOperation({
  id: 'Repository.ResultSetPageProvider',
  aliases: ['Resultset.PageProvider'],
  category,
  label: 'ResultSet PageProvider',
  description: 'The columns that a page provider’s query selects, as records.',
  params: {
    providerName: required('string', 'Name of the page provider'),
    language,
    ...paging,
    queryParams,
    maxResults: defaulted('string', '100', 'Count no further'),
    namedParameters,
    ...sorting,
  },
  methods: {
    void: {
      to: 'recordset',
      run: ({ session, params: { providerName, maxResults, ...parameters } }) => {
        const count = Number(maxResults);
        const text = providerText(session, providerName, optionsFrom(parameters));
        const { positional: _bound, named: _values, ...page } = optionsFrom(parameters);
        return runProjection(session, text, {
          ...page,
          ...(Number.isInteger(count) ? { maxResults: count } : {}),
        });
      },
    },
  },
});

// ------------------------------------------------------------------------------------------------- bulk

const runAction = defineOperation({
  id: 'Bulk.RunAction',
  category: 'Services',
  label: 'Run Bulk Action',
  description: 'Runs an action on every document that a query finds, in the background.',
  params: {
    query: optional('string', 'In NXQL; this or providerName'),
    providerName: optional('string', 'Name of a page provider'),
    queryParams,
    namedParameters,
    quickFilters: optional('stringlist', 'Filters to switch on'),
    action: required('string', 'Name of the action'),
    repositoryName: optional('string', 'Another repository than this one'),
    bucketSize: optional('integer', 'Accepted from older clients'),
    batchSize: optional('integer', 'Accepted from older clients'),
    parameters: optional('string', 'What the action takes, as JSON'),
    excludeDocs: optional('stringlist', 'Ids to leave out'),
    queryLimit: optional('long', 'At most so many documents'),
  },
  methods: {
    void: {
      to: 'bulkStatus',
      run: ({ session, params }) => {
        const { action, parameters, repositoryName, excludeDocs, queryLimit, providerName } = params;
        const { bulkActions, providers } = session.repository;
        const known = bulkActions.get(action);
        if (known === undefined) throw errors.notFound(`Action '${action}' not found`);
        if (!known.forEveryone && !session.principals.isAdministrator)
          throw errors.forbidden(`Action '${action}' denied`);
        if (params.query === undefined && providerName === undefined) {
          throw errors.badRequest('Query and ProviderName cannot be both null');
        }
        if (params.query === undefined && providers.get(providerName ?? '') === undefined)
          throw errors.badRequest('Could not get Provider Definition from either query or provider name');
        const there = repositoryName === undefined ? session : inRepository(session, repositoryName);
        const text =
          params.query === undefined
            ? providerText(there, providerName ?? '', providerOptions(params))
            : queryText(there, params.query, providerOptions(params));
        if (text.includes('?')) throw errors.badRequest('Query parameters could not be parsed');
        return submitBulk(there, {
          action,
          query: text,
          parameters: objectIn(parameters),
          queryLimit,
          excludeIds: excludeDocs,
        });
      },
    },
  },
});

function inRepository(session: Parameters<typeof runQuery>[0], name: string): typeof session {
  if (!session.repository.repositoryNames.includes(name)) {
    throw errors.notFound(`There is no repository ${name}`);
  }
  return name === session.repositoryName ? session : session.in(name);
}

function objectIn(text: string | undefined): JsonObject {
  const refusal = 'Could not parse parameters, expecting valid json value';
  const parsed = text ? parsedJson(text, refusal) : {};
  if (!isJsonObject(parsed)) throw errors.badRequest(refusal);
  return parsed;
}

const waitForAction = defineOperation({
  id: 'Bulk.WaitForAction',
  category: 'Services',
  label: 'Wait for Bulk Action',
  description: 'Waits until a bulk action has ended; false when the time is up before.',
  params: {
    commandId: required('string', 'Id of the bulk command'),
    timeoutSecond: defaulted('long', 60, 'Wait no longer'),
  },
  methods: {
    void: {
      to: 'boolean',
      run: async ({ session, params: { commandId, timeoutSecond } }) => {
        const hasEnded = async (): Promise<boolean> =>
          ['COMPLETED', 'ABORTED'].includes((await bulkStatus(session, commandId)).state);
        return waitForJobs(session, hasEnded, timeoutSecond);
      },
    },
  },
});

export const queryOperations = [query, provider, resultSetQuery, resultSetProvider, runAction, waitForAction];
