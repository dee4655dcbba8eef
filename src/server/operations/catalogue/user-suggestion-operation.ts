/** The operation that suggests users and groups for pickers. */

import type { Session } from '#server/core/kernel/session.ts';
import type { Group } from '#server/core/people/groups.ts';
import { allUsersIn } from '#server/core/people/principals.ts';
import { searchGroups, searchUsers } from '#server/core/people/searches.ts';
import type { User } from '#server/core/people/users.ts';
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional } from '../machinery/parameters.ts';

export const userSuggestion = defineOperation({
  id: 'UserGroup.Suggestion',
  category: 'Services',
  label: 'Get user/group suggestion',
  description: 'Users and groups for a picker.',
  params: {
    searchTerm: optional('string', 'Beginning of a name; all when blank', { aliases: ['prefix'] }),
    searchType: optional('string', 'USER_TYPE, GROUP_TYPE, or both when absent', {
      values: ['USER_GROUP_TYPE', 'USER_TYPE', 'GROUP_TYPE'],
    }),
    groupRestriction: optional('string', 'Only members of this group'),
    hideAdminGroups: optional('boolean', 'Leave out the administrators groups'),
    hidePowerUsersGroup: optional('boolean', 'Leave out the power users group'),
    userSuggestionMaxSearchResults: optional('integer', 'More than these are only counted'),
    firstLabelField: optional('string', 'Column that the label begins with'),
    secondLabelField: optional('string', 'Column that follows'),
    thirdLabelField: optional('string', 'Column that comes last'),
    hideFirstLabel: defaulted('boolean', false, 'Leave out the first column'),
    hideSecondLabel: defaulted('boolean', false, 'Leave out the second column'),
    hideThirdLabel: optional('boolean', 'Leave out the third column'),
    displayEmailInSuggestion: optional('boolean', 'The label ends with the address'),
    hideIcon: optional('boolean', 'No icon'),
    lang: optional('string', 'Language'),
    allowSubGroupsRestriction: optional('boolean', 'Members of groups in the group count too'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const { searchTerm = '', searchType, groupRestriction } = params;
        const restriction = groupRestriction
          ? await membersOf(session, groupRestriction, params.allowSubGroupsRestriction === true)
          : undefined;
        const users =
          searchType === 'GROUP_TYPE'
            ? []
            : (await usersLike(session, searchTerm)).filter(({ id }) => restriction?.has(id) ?? true);
        const hidden = new Set([
          ...(params.hideAdminGroups ? session.repository.settings.administratorGroups : []),
          ...(params.hidePowerUsersGroup ? ['powerusers'] : []),
        ]);
        const groups =
          searchType === 'USER_TYPE' || restriction
            ? []
            : (await groupsLike(session, searchTerm)).filter(({ id }) => !hidden.has(id));
        const limit = params.userSuggestionMaxSearchResults;
        if (limit !== undefined && limit > 0 && users.length + groups.length > limit) {
          return [{ displayLabel: 'Too many results: please type more of the name' }];
        }
        return [
          ...users.map((user) => suggestedUser(user, params)),
          ...groups.map((group) => suggestedGroup(group, params.hideIcon === true)),
        ];
      },
    },
  },
});

export const allOfThem = { pageSize: 0, currentPageIndex: 0 };

/** "first last" finds people with both names. */
async function usersLike(session: Session, term: string): Promise<readonly User[]> {
  const text = term.trim();
  if (text === '') return (await searchUsers(session, '*', allOfThem)).entries;
  const [first = '', ...rest] = text.split(/\s+/);
  const whole = (await searchUsers(session, text, allOfThem)).entries;
  if (rest.length === 0) return whole;
  const last = rest.join(' ').toLowerCase();
  const both = (await searchUsers(session, first, allOfThem)).entries.filter(({ properties }) =>
    [properties.lastName, properties.firstName].some(
      (name) => isString(name) && name.toLowerCase().startsWith(last),
    ),
  );
  return [...whole, ...both.filter(({ id }) => !whole.some((user) => user.id === id))];
}

async function groupsLike(session: Session, term: string): Promise<readonly Group[]> {
  return (await searchGroups(session, term.trim() || '*', allOfThem)).entries;
}

async function membersOf(
  session: Session,
  group: string,
  withSubgroups: boolean,
): Promise<ReadonlySet<string>> {
  const { entries } = session.read;
  return new Set(withSubgroups ? await allUsersIn(entries, group) : await entries.members(group, 'user'));
}

interface LabelChoice {
  readonly firstLabelField?: string | undefined;
  readonly secondLabelField?: string | undefined;
  readonly thirdLabelField?: string | undefined;
  readonly hideFirstLabel: boolean;
  readonly hideSecondLabel: boolean;
  readonly hideThirdLabel?: boolean | undefined;
  readonly displayEmailInSuggestion?: boolean | undefined;
  readonly hideIcon?: boolean | undefined;
}

function suggestedUser({ id, properties }: User, choice: LabelChoice): JsonObject {
  const fields = [
    choice.hideFirstLabel ? undefined : (choice.firstLabelField ?? 'firstName'),
    choice.hideSecondLabel ? undefined : (choice.secondLabelField ?? 'lastName'),
    choice.hideThirdLabel ? undefined : choice.thirdLabelField,
    choice.displayEmailInSuggestion ? 'email' : undefined,
  ];
  const words = fields.flatMap((name) => (name === undefined ? [] : [properties[name]])).filter(isString);
  return {
    ...properties,
    id,
    'entity-type': 'user',
    type: 'USER_TYPE',
    prefixed_id: `user:${id}`,
    displayLabel: words.join(' ').trim() || id,
    ...(choice.hideIcon ? {} : { displayIcon: true }),
  };
}

/** Members are not read for suggestions: the lists are empty, as in the interface. */
const notLookedUp = { members: [], subGroups: [], parentGroups: [] };

function suggestedGroup({ id, label, properties }: Group, hidesIcon: boolean): JsonObject {
  return {
    ...properties,
    ...notLookedUp,
    id,
    'entity-type': 'group',
    type: 'GROUP_TYPE',
    prefixed_id: `group:${id}`,
    displayLabel: label || id,
    ...(hidesIcon ? {} : { displayIcon: true }),
  };
}
