/** `/directory`: vocabularies and their entries. */
import {
  createEntry,
  deleteEntry,
  getEntry,
  listDirectories,
  listEntries,
  updateEntry,
} from '#server/core/directories/entries.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { pageRequest } from '../paging.ts';
import { presentEntry } from '../presenters/directory.ts';
import { pagedList, plainList } from '../presenters/lists.ts';
import { readEntity } from '../request-body.ts';
import { entity, noContent } from '../responses.ts';

export function list({ session, url }: Call): Response {
  return entity(plainList('directories', listDirectories(session, url.searchParams.getAll('types'))));
}

export async function entries(call: Call, { name }: { readonly name: string }): Promise<Response> {
  const paged = await listEntries(call.session, name, pageRequest(call.url.searchParams));
  const presented = [];
  for (const entry of paged.entries) presented.push(await presentEntry(call, entry));
  return entity(pagedList('directoryEntries', paged, presented));
}

export async function create(call: Call, { name }: { readonly name: string }): Promise<Response> {
  const body = await readEntity(call.request, 'directoryEntry');
  const entry = await createEntry(call.session, name, propertiesOf(body), idOf(body));
  return entity(await presentEntry(call, entry), 201);
}

interface EntryAddress {
  readonly name: string;
  readonly id: string;
}

export async function read(call: Call, { name, id }: EntryAddress): Promise<Response> {
  return entity(await presentEntry(call, await getEntry(call.session, name, id)));
}

export async function update(call: Call, { name, id }: EntryAddress): Promise<Response> {
  const body = await readEntity(call.request, 'directoryEntry');
  const properties = propertiesOf(body);
  const named = idOf(body) ?? idOf(properties);
  if (named === undefined) throw errors.badRequest(`The entry ${id} cannot be changed without its id`);
  const entry = await updateEntry(call.session, name, named, properties);
  return entity(await presentEntry(call, entry));
}

export async function remove(call: Call, { name, id }: EntryAddress): Promise<Response> {
  await deleteEntry(call.session, name, id);
  return noContent();
}

function propertiesOf(body: JsonObject): JsonObject {
  return isJsonObject(body.properties) ? body.properties : {};
}

function idOf(body: JsonObject): string | undefined {
  const id = body.id;
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}
