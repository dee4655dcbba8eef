/** An unsaved document with defaults, to be completed and posted. */
import { emptyDocument } from '#server/core/documents/documents.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { Json } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { presentDocument } from './document.ts';

export async function presentEmptyDocument(
  call: Call,
  parent: DocumentRow | undefined,
): Promise<DocumentEntity> {
  const { session, url } = call;
  const type = url.searchParams.get('type');
  if (!type) throw errors.badRequest('Missing type parameter');
  if (!session.types.type(type)) throw errors.badRequest(`Type: ${type} does not exist`);
  const name = url.searchParams.get('name') ?? undefined;
  const presented = await presentDocument(call, emptyDocument(session, type, parent, name));
  return {
    ...presented,
    uid: null,
    path: parent ? `${parent.path === '/' ? '' : parent.path}/${name ?? null}` : (name ?? null),
    state: null,
    parentRef: parent?.path ?? null,
    changeToken: null,
    ...(presented.properties ? { properties: withoutSecured(presented.properties) } : {}),
  };
}

/** Left out, because only administrators may send them back. */
const secured = new Set(['dc:created', 'dc:modified', 'dc:creator', 'dc:contributors', 'dc:lastContributor']);

function withoutSecured(
  properties: Readonly<Record<string, Json | undefined>>,
): Record<string, Json | undefined> {
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => !secured.has(name) || !isUnset(value)),
  );
}

function isUnset(value: Json | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
