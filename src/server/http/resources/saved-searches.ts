/** `/search/saved`: searches that people keep. */
import type { DocumentRow } from '#server/core/kernel/model.ts';
import * as saved from '#server/core/search/saved-searches.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { presentDocument } from '../presenters/document.ts';
import { pagedList } from '../presenters/lists.ts';
import { presentPage } from '../presenters/search.ts';
import { readEntity } from '../request-body.ts';
import { entity, listEntity, noContent } from '../responses.ts';
import { listOptions, searchOptions } from '../search-parameters.ts';

interface ById {
  readonly id: string;
}

export async function list(call: Call): Promise<Response> {
  const { searchParams } = call.url;
  const provider = searchParams.get('pageProvider') ?? undefined;
  const options = { ...searchOptions(searchParams, call.request.headers), named: {} };
  const found = await saved.listSavedSearches(call.session, provider, options);
  const entries = [];
  for (const document of found.entries) entries.push(await present(call, document));
  return entity(pagedList('savedSearches', found, entries));
}

export async function create(call: Call): Promise<Response> {
  const input = inputFrom(await readEntity(call.request, 'savedSearch'));
  return entity(await present(call, await saved.createSavedSearch(call.session, input)));
}

export async function read(call: Call, { id }: ById): Promise<Response> {
  return entity(await present(call, await saved.getSavedSearch(call.session, id)));
}

export async function update(call: Call, { id }: ById): Promise<Response> {
  const input = inputFrom(await readEntity(call.request, 'savedSearch'));
  return entity(await present(call, await saved.updateSavedSearch(call.session, id, input)));
}

export async function remove({ session }: Call, { id }: ById): Promise<Response> {
  await saved.deleteSavedSearch(session, id);
  return noContent();
}

export async function execute(call: Call, { id }: ById): Promise<Response> {
  const document = await saved.getSavedSearch(call.session, id);
  const found = await saved.runSavedSearch(call.session, document, listOptions(call));
  return listEntity(await presentPage(call, found));
}

async function present(call: Call, document: DocumentRow) {
  const properties = call.options.schemas && (await presentDocument(call, document)).properties;
  return { ...saved.describeSavedSearch(call.session, document), ...(properties ? { properties } : {}) };
}

const textFields = [
  'title',
  'queryParams',
  'query',
  'queryLanguage',
  'pageProviderName',
  'pageSize',
  'currentPageIndex',
  'maxResults',
  'sortBy',
  'sortOrder',
  'contentViewData',
] as const;

function inputFrom(body: JsonObject): saved.SavedSearchInput {
  const texts = textFields.flatMap((name) => {
    const value = body[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  const params = isJsonObject(body.params) ? body.params : undefined;
  return {
    ...Object.fromEntries(texts),
    ...(params ? { params } : {}),
  };
}
