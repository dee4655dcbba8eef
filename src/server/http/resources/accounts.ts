/** `/management/people`: accounts, for administrators. */
import { errors } from '#server/core/kernel/errors.ts';
import { accountOf, setSuspended, suspendedUsers } from '#server/core/people/suspension.ts';
import type { Call } from '../application.ts';
import { pageRequest } from '../paging.ts';
import { pagedList } from '../presenters/lists.ts';
import { presentUsers } from '../presenters/people.ts';
import { readJsonObject } from '../request-body.ts';
import { entity, json } from '../responses.ts';

interface ByUser {
  readonly user: string;
}

export async function read({ session }: Call, { user }: ByUser): Promise<Response> {
  return json(await accountOf(session, user));
}

export async function update({ session, request }: Call, { user }: ByUser): Promise<Response> {
  const { isSuspended } = await readJsonObject(request);
  if (typeof isSuspended !== 'boolean') throw errors.badRequest('The body must say isSuspended');
  return json(await setSuspended(session, user, isSuspended));
}

export async function listSuspended(call: Call): Promise<Response> {
  const found = await suspendedUsers(call.session, pageRequest(call.url.searchParams));
  return entity(pagedList('users', found, await presentUsers(call, found.entries)));
}
