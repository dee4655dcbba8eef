/** `@comment` and `@annotation`. */

import type { CommentOptions } from '#server/core/comments/comment-documents.ts';
import type { CommentInput, CommentKind } from '#server/core/comments/comments.ts';
import * as comments from '#server/core/comments/comments.ts';
import { parseDate } from '#server/core/documents/property-values.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { CommentEntity } from '#wire/activity.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { pageRequest } from '../paging.ts';
import { plainList } from '../presenters/lists.ts';
import { readEntity, readJson } from '../request-body.ts';
import { entity, noContent } from '../responses.ts';
import type { Adapter, Target } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const comment: Adapter = {
  name: 'comment',
  answer: async (call, target, path) => {
    if (path.length > 0) return one(call, target, path, 'comment');
    requireMethod(call.request, 'GET', 'POST');
    if (call.request.method === 'POST') return create(call, target, 'comment');
    const request = pageRequest(call.url.searchParams, 0);
    const found = await comments.listComments(call.session, documentOf(target), request, optionsOf(call));
    return entity({ 'entity-type': 'comments', ...found });
  },
};

export const annotation: Adapter = {
  name: 'annotation',
  answer: async (call, target, path) => {
    if (path[0] === 'comments' && path.length === 1) return commentsOfAnnotations(call);
    if (path.length > 0) return one(call, target, path, 'annotation');
    requireMethod(call.request, 'GET', 'POST');
    if (call.request.method === 'POST') return create(call, target, 'annotation');
    const xpath = call.url.searchParams.get('xpath') ?? undefined;
    const found = await comments.listAnnotations(call.session, documentOf(target), xpath);
    return entity(plainList('annotations', found));
  },
};

async function create(call: Call, target: Target, kind: CommentKind): Promise<Response> {
  const body = await readEntity(call.request, kind);
  return entity(await comments.createComment(call.session, documentOf(target), inputFrom(body), kind), 201);
}

/** `<id>` or `external/<entityId>`. */
async function one(
  call: Call,
  target: Target,
  path: readonly string[],
  kind: CommentKind,
): Promise<Response> {
  const { request, session } = call;
  requireMethod(request, 'GET', 'PUT', 'DELETE');
  const isExternal = path[0] === 'external' && path.length > 1;
  const id = isExternal
    ? await comments.externalCommentId(session, documentOf(target), path.slice(1).join('/'))
    : path.join('/');
  if (request.method === 'DELETE') {
    await comments.deleteComment(session, id);
    return noContent();
  }
  if (request.method === 'PUT') {
    const body = await readEntity(request, kind);
    return entity(await comments.updateComment(session, id, inputFrom(body)));
  }
  return entity(await comments.getComment(session, id, optionsOf(call)));
}

async function commentsOfAnnotations({ request, session, url }: Call): Promise<Response> {
  requireMethod(request, 'GET', 'POST');
  const ids = request.method === 'POST' ? await readJson(request) : url.searchParams.getAll('annotationIds');
  if (!Array.isArray(ids) || !ids.every(isString)) throw errors.badRequest('Unable to read payload');
  const found: readonly CommentEntity[] = await comments.commentsOfAnnotations(session, ids);
  return entity({ 'entity-type': 'comments', totalSize: found.length, entries: found });
}

function optionsOf(call: Call): CommentOptions {
  return { withReplies: call.options.fetch('comment').has('repliesSummary') };
}

function inputFrom(body: JsonObject): CommentInput {
  return {
    text: textOf(body.text),
    creationDate: dateOf(body.creationDate),
    modificationDate: dateOf(body.modificationDate),
    entityId: textOf(body.entityId),
    origin: textOf(body.origin),
    entity: textOf(body.entity),
    xpath: textOf(body.xpath),
  };
}

function dateOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  if (text === undefined || text === '') return undefined;
  const date = parseDate(text);
  if (date === undefined) throw errors.badRequest(`Not a date: ${text}`);
  return date;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
