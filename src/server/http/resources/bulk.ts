/** Bulk commands on the results of a query, and requests for lists of ids. */
import { deleteDocument, getDocument, updateDocument } from '#server/core/documents/documents.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { abortBulk, bulkStatus, submitBulk } from '#server/core/search/bulk.ts';
import { providerText } from '#server/core/search/run-provider.ts';
import { queryText } from '#server/core/search/run-query.ts';
import * as saved from '#server/core/search/saved-searches.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { followAdapters } from '../document-adapters/registry.ts';
import { integerParameter } from '../paging.ts';
import { documentList } from '../presenters/document.ts';
import { parseJson, readEntity, readText, requireJsonType } from '../request-body.ts';
import { empty, entity, listEntity } from '../responses.ts';
import { methodNotAllowed } from '../router.ts';
import { searchOptions } from '../search-parameters.ts';
import { propertiesFrom } from './documents.ts';

interface Action {
  readonly action: string;
}

export async function submitQuery(call: Call, { action }: Action): Promise<Response> {
  const query = call.url.searchParams.get('query');
  if (!query) throw errors.badRequest('The parameter query is missing');
  const options = searchOptions(call.url.searchParams, call.request.headers);
  return submit(call, action, queryText(call.session, query, options));
}

export async function submitProvider(
  call: Call,
  { provider, action }: Action & { readonly provider: string },
): Promise<Response> {
  const options = searchOptions(call.url.searchParams, call.request.headers);
  return submit(call, action, providerText(call.session, provider, options));
}

export async function submitSaved(
  call: Call,
  { id, action }: Action & { readonly id: string },
): Promise<Response> {
  const search = saved.presentSavedSearch(await saved.getSavedSearch(call.session, id));
  const options = saved.parametersOf(search);
  if (search.query) return submit(call, action, queryText(call.session, search.query, options));
  return submit(call, action, providerText(call.session, search.pageProviderName ?? '', options));
}

async function submit({ request, session, url }: Call, action: string, query: string): Promise<Response> {
  const text = await readText(request);
  if (text.trim() !== '') requireJsonType(request);
  const parameters = parseJson(text.trim() === '' ? '{}' : text);
  const status = await submitBulk(session, {
    action,
    query,
    parameters: isJsonObject(parameters) ? parameters : {},
    queryLimit: integerParameter(url.searchParams, 'queryLimit'),
  });
  return entity(status, 202);
}

interface ById {
  readonly id: string;
}

export async function readStatus({ session }: Call, { id }: ById): Promise<Response> {
  return entity(await bulkStatus(session, id));
}

export async function abort({ session }: Call, { id }: ById): Promise<Response> {
  return entity(await abortBulk(session, id));
}

/** `/bulk;id=A;id=B[/@adapter]`: the same request for each of the documents; if one fails, for none. */
export async function answerMatrix(call: Call): Promise<Response> {
  const { request, session, address } = call;
  const documents: DocumentRow[] = [];
  for (const id of address.matrixIds) documents.push(await getDocument(session, { id }));
  if (address.steps.length > 0) return followAdapters(call, { kind: 'documents', documents }, address.steps);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return listEntity(await documentList(call, documents));
    case 'PUT': {
      const body = await readEntity(request, 'document');
      const updated: DocumentRow[] = [];
      for (const document of documents) {
        const properties = await propertiesFrom(session, document, body);
        updated.push((await updateDocument(session, document, { properties })).document);
      }
      return listEntity(await documentList(call, updated));
    }
    case 'DELETE':
      for (const document of documents) await deleteDocument(session, document);
      return empty(200);
    default:
      throw methodNotAllowed(request.method, ['GET', 'PUT', 'DELETE']);
  }
}
