/** Finding users and groups by prefix, in pages; for everybody who is signed in. */

import type { QueryResult } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryFilter } from '../kernel/stores.ts';
import { type Paged, type PageRequest, pageBlock, pageOfList, spanOf } from '../search/page.ts';
import { type Group, presentGroup } from './groups.ts';
import { groupDirectory, userDirectory } from './principals.ts';
import { present, type User } from './users.ts';

export interface PeopleRequest extends PageRequest {
  /** Sorts by these fields joined to one text; by id when none of them can be sorted by. */
  readonly sortBy?: readonly string[];
}

const userFields = ['username', 'firstName', 'lastName'];
const groupFields = ['groupname', 'grouplabel'];

/** `*` finds everybody, an empty text nobody. */
export async function searchUsers(
  session: Session,
  text: string | undefined,
  request: PeopleRequest,
): Promise<Paged<User>> {
  return search(session, userDirectory, text, userFields, request, (entry) => present(session, entry));
}

export async function searchGroups(
  session: Session,
  text: string | undefined,
  request: PeopleRequest,
): Promise<Paged<Group>> {
  return search(session, groupDirectory, text, groupFields, request, async (entry) => presentGroup(entry));
}

async function search<T>(
  session: Session,
  directory: string,
  text: string | undefined,
  fields: readonly string[],
  request: PeopleRequest,
  shape: (entry: QueryResult<{ id: string; fields: User['properties'] }>['items'][number]) => Promise<T>,
): Promise<Paged<T>> {
  const { maxPageSize } = session.repository.settings;
  const { limit, offset } = spanOf(request, maxPageSize);
  const wanted = text?.trim() ?? '';
  const filter: EntryFilter = wanted === '*' ? {} : { prefix: { fields, text: wanted } };
  const sortByText = sortFields(request, fields);
  const found =
    wanted === ''
      ? { items: [], total: 0 }
      : await session.read.entries.list(directory, {
          filter,
          sortByText: sortByText.length === 0 ? fields.slice(0, 1) : sortByText,
          offset,
          limit,
        });
  const entries = [];
  for (const entry of found.items) entries.push(await shape(entry));
  return { entries, page: pageBlock(request, { total: found.total, count: entries.length, maxPageSize }) };
}

function sortFields({ sortBy = [] }: PeopleRequest, fields: readonly string[]): readonly string[] {
  return sortBy.filter((name) => fields.includes(name));
}

/** Members in stored order unless sorted, filtered by a prefix of the id; members without an entry are left out. */
export async function memberUsers(
  session: Session,
  group: string,
  text: string | undefined,
  request: PeopleRequest,
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
  request: PeopleRequest,
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
  request: PeopleRequest,
) {
  const store = session.read.entries;
  if (!(await store.get(groupDirectory, group))) throw errors.notFound('group does not exist');
  const prefix = text === undefined || text === '*' ? '' : text.toLowerCase();
  const found = [];
  for (const id of await store.members(group, kind)) {
    const entry = id.toLowerCase().startsWith(prefix) ? await store.get(directory, id) : undefined;
    if (entry) found.push(entry);
  }
  const names = sortFields(request, kind === 'user' ? userFields : groupFields);
  if (names.length > 0) found.sort((one, other) => compareTexts(textOf(one, names), textOf(other, names)));
  return pageOfList(found, request, session.repository.settings.maxPageSize);
}

function textOf({ fields }: Entry, names: readonly string[]): string {
  return names
    .map((name) => fields[name] ?? '')
    .join(' ')
    .trimStart()
    .toLowerCase();
}

/** In the database's order. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
