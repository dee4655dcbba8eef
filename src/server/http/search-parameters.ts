/** Reads the parameters of a search from the query string. */
import type { ParameterValue } from '#nxql/index.ts';
import type { AuditQuestion } from '#server/core/audit/audit.ts';
import type { ProviderOptions } from '#server/core/search/run-provider.ts';
import type { Call } from './application.ts';
import { integerParameter, listParameter } from './paging.ts';
import { prefixOf } from './presenters/properties.ts';

const reserved = new Set([
  'query',
  'queryparams',
  'pagesize',
  'currentpageindex',
  'offset',
  'maxresults',
  'sortby',
  'sortorder',
  'quickfilters',
  'highlight',
  'querylimit',
  'scroll',
  'skipaggregates',
  'properties',
  'depth',
  'nxrepository',
  'language',
  'token',
  'access_token',
]);

export function searchOptions(query: URLSearchParams, headers: Headers): ProviderOptions {
  const sortBy = listParameter(query, 'sortBy');
  return {
    positional: query.getAll('queryParams'),
    named: namedParameters(query),
    pageSize: integerParameter(query, 'pageSize'),
    currentPageIndex: integerParameter(query, 'currentPageIndex'),
    offset: integerParameter(query, 'offset'),
    maxResults: integerParameter(query, 'maxResults'),
    ...(sortBy.length > 0 ? { sortBy, sortOrder: listParameter(query, 'sortOrder') } : {}),
    quickFilters: listParameter(query, 'quickFilters'),
    highlight: listParameter(query, 'highlight'),
    versionsInFolders: true,
    skipAggregates: headers.get('skipaggregates')?.toLowerCase() === 'true',
  };
}

/** For lists on screen: long texts of schemas that were not requested do not count for the limit of an answer. */
export function listOptions({ session, url, request, options: { schemas } }: Call): ProviderOptions {
  const named = [...(schemas ?? [])].flatMap((name) => session.types.schemas.get(name) ?? []);
  const shown = schemas?.has('*') ? undefined : new Set(named.map(prefixOf));
  return { ...searchOptions(url.searchParams, request.headers), shown };
}

/** All parameters without another meaning. */
function namedParameters(query: URLSearchParams): Readonly<Record<string, ParameterValue>> {
  const named: Record<string, ParameterValue> = {};
  for (const name of new Set(query.keys())) {
    if (reserved.has(name.toLowerCase()) || /^(x-nx|enrichers|fetch|translate)[.-]?/i.test(name)) continue;
    const values = query.getAll(name);
    named[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return named;
}

/** The filters of an audit history. */
export function auditQuestion(query: URLSearchParams): AuditQuestion {
  const list = (name: string): readonly string[] | undefined =>
    query.has(name) ? query.getAll(name).filter((value) => value !== '') : undefined;
  return {
    eventIds: list('eventId'),
    categories: list('category'),
    principals: list('principalName'),
    from: query.get('startEventDate') ?? undefined,
    to: query.get('endEventDate') ?? undefined,
  };
}
