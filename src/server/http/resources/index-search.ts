/**
 * `/site/es/<index>/_search`: Elasticsearch queries, as dashboards send them to a Platform's index. They run on documents
 * and the audit trail.
 */

import { folderOf } from '#server/core/documents/versions.ts';
import type { LogEntry } from '#server/core/kernel/audit-store.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { aggregations } from '#server/core/search/index-search/aggregations.ts';
import { auditIndex } from '#server/core/search/index-search/audit-index.ts';
import { documentIndex } from '#server/core/search/index-search/document-index.ts';
import { type IndexRequest, readRequest } from '#server/core/search/index-search/requests.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { presentLogEntry } from '../presenters/audit.ts';
import { changeToken } from '../presenters/change-token.ts';
import { presentProperties } from '../presenters/properties.ts';
import { readJsonObject } from '../request-body.ts';
import { json } from '../responses.ts';

interface Found {
  readonly total: number;
  readonly hits: readonly Json[];
  readonly aggregations: JsonObject;
}

export async function searchIndex(call: Call, { index }: { readonly index: string }): Promise<Response> {
  const { request, session, url } = call;
  const started = performance.now();
  const body = request.method === 'POST' ? await readJsonObject(request) : {};
  const search = readRequest(body, url.searchParams);
  const { maxPageSize } = session.repository.settings;
  if (search.size > maxPageSize) throw errors.badRequest(`[size] must be at most ${maxPageSize}`);
  const found = await answerOf(call, index, search);
  return json({
    took: Math.round(performance.now() - started),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { total: { value: found.total, relation: 'eq' }, max_score: null, hits: found.hits },
    ...(search.aggregations.length > 0 ? { aggregations: found.aggregations } : {}),
  });
}

export const searchDocuments = (call: Call): Promise<Response> => searchIndex(call, { index: '_all' });

export async function searchType(
  call: Call,
  { index, type }: { readonly index: string; readonly type: string },
): Promise<Response> {
  if (!['doc', '_doc', 'entry', '_all', '*'].includes(type))
    throw errors.badRequest(`Invalid index type: ${type}`);
  return searchIndex(call, { index });
}

async function answerOf(call: Call, index: string, search: IndexRequest): Promise<Found> {
  const { session } = call;
  const page = { from: search.from, size: search.size, sort: search.sort };
  switch (index) {
    case '_all':
    case '*':
    case 'nuxeo': {
      const source = documentIndex(session);
      const { total, items } = await source.hits(search.condition, page);
      return {
        total,
        hits: await Promise.all(
          items.map(async (row) => hit('nuxeo', row.id, await documentSource(call, row), search)),
        ),
        aggregations: await aggregations(source, search.condition, search.aggregations),
      };
    }
    case 'audit':
    case 'audit_wf': {
      const isWorkflow = index === 'audit_wf';
      const routing = { kind: 'compare', column: 'category', operator: '=', value: 'Routing' } as const;
      const source = auditIndex(session, isWorkflow ? routing : undefined);
      const { total, items } = await source.hits(search.condition, page);
      return {
        total,
        hits: items.map((entry) => hit('audit', String(entry.id), entrySource(entry), search)),
        aggregations: await aggregations(source, search.condition, search.aggregations),
      };
    }
    default:
      throw errors.badRequest(`Invalid index submitted: ${index}`);
  }
}

function hit(index: string, id: string, source: JsonObject, { source: wanted }: IndexRequest): JsonObject {
  const shown =
    wanted === undefined
      ? source
      : Object.fromEntries(Object.entries(source).filter(([name]) => wanted.includes(name)));
  return {
    _index: index,
    _type: '_doc',
    _id: id,
    _score: null,
    ...(wanted?.length === 0 ? {} : { _source: shown }),
  };
}

async function documentSource({ baseUrl, session }: Call, row: DocumentRow): Promise<JsonObject> {
  return {
    'ecm:repository': row.repository,
    'ecm:uuid': row.id,
    'ecm:name': row.name,
    'ecm:path': row.path,
    'ecm:primaryType': row.type,
    'ecm:parentId': await folderOf(session, row),
    'ecm:currentLifeCycleState': row.state,
    'ecm:versionLabel': row.versionLabel,
    'ecm:isProxy': row.proxyTargetId !== null,
    'ecm:isTrashed': row.isTrashed,
    'ecm:isVersion': row.isVersion,
    'ecm:mixinType': [...session.types.facetsOf(row)],
    'ecm:changeToken': changeToken(row),
    ...presentProperties(baseUrl, row, session.types.schemasOf(row)),
  };
}

function entrySource(entry: LogEntry): JsonObject {
  return { ...presentLogEntry(entry) };
}
