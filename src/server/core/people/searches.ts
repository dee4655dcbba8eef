/** Finding users and groups: by prefix, in pages, everyone signed in may. */

import type { QueryResult } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { EntryFilter } from '../kernel/stores.ts';
import { type Paged, type PageRequest, pageBlock, pageOfList, spanOf } from '../search/page.ts';
import { type Group, presentGroup } from './groups.ts';
import { groupDirectory, userDirectory } from './principals.ts';
import { present, type User } from './users.ts';

/** `*` finds everybody, an empty text nobody. */
export async function searchUsers(
  session: Session,
  text: string | undefined,
  request: PageRequest,
): Promise<Paged<User>> {
  return search(session, userDirectory, text, ['username', 'firstName', 'lastName'], request, (entry) =>
    present(session, entry),
  );
}

export async function searchGroups(
  session: Session,
  text: string | undefined,
  request: PageRequest,
): Promise<Paged<Group>> {
  return search(session, groupDirectory, text, ['groupname', 'grouplabel'], request, async (entry) =>
    presentGroup(entry),
  );
}

async function search<T>(
  session: Session,
  directory: string,
  text: string | undefined,
  fields: readonly string[],
  request: PageRequest,
  shape: (entry: QueryResult<{ id: string; fields: User['properties'] }>['items'][number]) => Promise<T>,
): Promise<Paged<T>> {
  const { maxPageSize } = session.repository.settings;
  const { limit, offset } = spanOf(request, maxPageSize);
  const wanted = text?.trim() ?? '';
  const filter: EntryFilter = wanted === '*' ? {} : { prefix: { fields, text: wanted } };
  const idField = fields[0] ?? 'id';
  const found =
    wanted === ''
      ? { items: [], total: 0 }
      : await session.read.entries.list(directory, {
          filter,
          sort: [{ name: idField, descending: false }],
          offset,
          limit,
        });
  const entries = [];
  for (const entry of found.items) entries.push(await shape(entry));
  return { entries, page: pageBlock(request, { total: found.total, count: entries.length, maxPageSize }) };
}

/** Members in stored order, narrowed by a prefix of their id; those without an entry are skipped. */
export async function memberUsers(
  session: Session,
  group: string,
  text: string | undefined,
  request: PageRequest,
): Promise<Paged<User>> {
  const { entries, page } = await membersPage(session, group, 'user', userDirectory, text, request);
  const users = [];
  for (const entry of entries) users.push(await present(session, entry));
  return { entries: users, page };
}

export async function memberGroups(
  session: Session,
  group: string,
  text: string | undefined,
  request: PageRequest,
): Promise<Paged<Group>> {
  const { entries, page } = await membersPage(session, group, 'group', groupDirectory, text, request);
  return { entries: entries.map(presentGroup), page };
}

async function membersPage(
  session: Session,
  group: string,
  kind: 'user' | 'group',
  directory: string,
  text: string | undefined,
  request: PageRequest,
) {
  const store = session.read.entries;
  if (!(await store.get(groupDirectory, group))) throw errors.notFound('group does not exist');
  const prefix = text === undefined || text === '*' ? '' : text.toLowerCase();
  const found = [];
  for (const id of await store.members(group, kind)) {
    const entry = id.toLowerCase().startsWith(prefix) ? await store.get(directory, id) : undefined;
    if (entry) found.push(entry);
  }
  return pageOfList(found, request, session.repository.settings.maxPageSize);
}
