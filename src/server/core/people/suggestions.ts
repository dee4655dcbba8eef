/**
 * Users and groups for pickers (platform.md §6.3).
 * Invariant: no password, no secret column; when more are found than asked for, the answer is one item that says so.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import type { EntryStore } from '../ports.ts';
import type { Session } from '../session.ts';
import { presentGroup } from './groups.ts';
import { allUsersIn, groupDirectory, includesAny, powerUsers, userDirectory } from './principals.ts';

export interface PeopleSuggestionOptions {
  /** Blank finds all. Words with a blank between mean first and last name. */
  readonly searchTerm?: string | undefined;
  readonly searchType?: 'USER_TYPE' | 'GROUP_TYPE' | 'USER_GROUP_TYPE' | undefined;
  /** Only users of this group. */
  readonly groupRestriction?: string | undefined;
  /** Users of groups inside that group too. */
  readonly allowSubGroups?: boolean | undefined;
  readonly hideAdministratorGroups?: boolean | undefined;
  readonly hidePowerUsers?: boolean | undefined;
  readonly limit?: number | undefined;
  /** Columns that make the label; null hides a part. */
  readonly labelFields?: readonly (string | null)[] | undefined;
  readonly showEmail?: boolean | undefined;
  readonly hideIcon?: boolean | undefined;
}

const defaultLabel = ['firstName', 'lastName'] as const;

export async function suggestPeople(
  session: Session,
  options: PeopleSuggestionOptions = {},
): Promise<readonly JsonObject[]> {
  const { searchType = 'USER_GROUP_TYPE', limit = 0 } = options;
  const term = options.searchTerm?.trim() ?? '';
  const users = searchType === 'GROUP_TYPE' ? [] : await findUsers(session, term, options);
  const groups = searchType === 'USER_TYPE' ? [] : await findGroups(session, term, options);
  const found = [...users, ...groups];
  if (limit > 0 && found.length > limit) return [{ displayLabel: 'Too many results, refine the search' }];
  return found;
}

async function findUsers(
  session: Session,
  term: string,
  options: PeopleSuggestionOptions,
): Promise<readonly JsonObject[]> {
  const { entries } = session.read;
  const allowed = await restriction(entries, options);
  const [first = '', ...rest] = term.split(/\s+/);
  const fields = ['username', 'firstName', 'lastName', 'email'];
  const found = await entries.list(userDirectory, {
    filter: first === '' ? {} : { prefix: { fields, text: first } },
    sort: [{ name: 'username', descending: false }],
  });
  return found.items
    .filter(({ id }) => allowed === undefined || allowed.has(id))
    .filter(({ fields: columns }) => startsWith(columns.lastName, rest.join(' ')))
    .map(({ id, fields: { password: _password, ...columns } }) => ({
      ...columns,
      username: id,
      id,
      'entity-type': 'user',
      type: 'USER_TYPE',
      prefixed_id: `user:${id}`,
      displayLabel: userLabel(id, columns, options),
      ...(options.hideIcon ? {} : { displayIcon: true }),
    }));
}

async function restriction(
  entries: EntryStore,
  { groupRestriction, allowSubGroups }: PeopleSuggestionOptions,
): Promise<ReadonlySet<string> | undefined> {
  if (!groupRestriction) return undefined;
  return new Set(
    allowSubGroups
      ? await allUsersIn(entries, groupRestriction)
      : await entries.members(groupRestriction, 'user'),
  );
}

function startsWith(value: Json | undefined, text: string): boolean {
  return text === '' || (typeof value === 'string' && value.toLowerCase().startsWith(text.toLowerCase()));
}

function userLabel(id: string, columns: JsonObject, options: PeopleSuggestionOptions): string {
  const names = (options.labelFields ?? defaultLabel)
    .map((name) => (name === null ? undefined : name === 'username' ? id : columns[name]))
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');
  const label = names === '' ? id : names;
  const { email } = columns;
  return options.showEmail && typeof email === 'string' && email !== '' ? `${label} ${email}` : label;
}

async function findGroups(
  session: Session,
  term: string,
  options: PeopleSuggestionOptions,
): Promise<readonly JsonObject[]> {
  const hidden = [
    ...(options.hideAdministratorGroups ? session.repository.settings.administratorGroups : []),
    ...(options.hidePowerUsers ? [powerUsers] : []),
  ];
  const found = await session.read.entries.list(groupDirectory, {
    filter: term === '' ? {} : { prefix: { fields: ['groupname', 'grouplabel'], text: term } },
    sort: [{ name: 'groupname', descending: false }],
  });
  return found.items
    .filter(({ id }) => !includesAny([id], hidden))
    .map((entry) => {
      const group = presentGroup(entry);
      return {
        ...group.properties,
        id: group.id,
        'entity-type': 'group',
        type: 'GROUP_TYPE',
        prefixed_id: `group:${group.id}`,
        displayLabel: group.label ?? group.id,
        ...(options.hideIcon ? {} : { displayIcon: true }),
      };
    });
}
