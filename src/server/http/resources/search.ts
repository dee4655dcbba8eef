/** `/search` and the older `/query`: NXQL and page providers. */

import { errors } from '#server/core/kernel/errors.ts';
import { latestPeople } from '#server/core/people/latest-people.ts';
import { describeProvider } from '#server/core/search/describe-provider.ts';
import { fulltextIn, highlights, searchedWords } from '#server/core/search/highlight.ts';
import { runProvider } from '#server/core/search/run-provider.ts';
import { queryText, runQuery } from '#server/core/search/run-query.ts';
import type { Call } from '../application.ts';
import { presentPersonDocument } from '../presenters/people-documents.ts';
import { presentPage } from '../presenters/search.ts';
import { entity, json, listEntity } from '../responses.ts';
import { listOptions, searchOptions } from '../search-parameters.ts';

const everything = 'SELECT * FROM Document';

export async function executeQuery(call: Call): Promise<Response> {
  const { session, url } = call;
  const query = url.searchParams.get('query') || everything;
  const options = listOptions(call);
  const found = await runQuery(session, query, options);
  const { highlight = [] } = options;
  if (highlight.length === 0) return listEntity(await presentPage(call, found));
  const words = searchedWords(fulltextIn(queryText(session, query, options)));
  const marked = await highlights(session, found.entries, highlight, words);
  return listEntity(await presentPage(call, { ...found, highlights: marked }));
}

export async function executeLanguage(
  call: Call,
  { language }: { readonly language: string },
): Promise<Response> {
  if (language !== 'NXQL') throw errors.badRequest('invalid query language');
  return executeQuery(call);
}

interface ProviderName {
  readonly provider: string;
}

/** Returns users and groups; all other providers return documents. */
const latestPeopleProvider = 'LATEST_CREATED_USERS_OR_GROUPS_PROVIDER';

export async function executeProvider(call: Call, { provider }: ProviderName): Promise<Response> {
  if (provider === latestPeopleProvider) return executeLatestPeople(call);
  const found = await runProvider(call.session, provider, listOptions(call));
  return listEntity(await presentPage(call, found));
}

export function readProvider({ session }: Call, { provider }: ProviderName): Response {
  return json(describeProvider(session, provider) ?? null);
}

async function executeLatestPeople({ session, url, request }: Call): Promise<Response> {
  const { pageSize = 50, currentPageIndex = 0 } = searchOptions(url.searchParams, request.headers);
  const found = await latestPeople(session, { pageSize, currentPageIndex });
  return entity({
    'entity-type': 'documents',
    ...found.page,
    entries: found.entries.map(presentPersonDocument),
  });
}

/** `/query/{NXQL | provider}`. */
export async function legacyQuery(call: Call, { name }: { readonly name: string }): Promise<Response> {
  return name === 'NXQL' ? executeQuery(call) : executeProvider(call, { provider: name });
}
