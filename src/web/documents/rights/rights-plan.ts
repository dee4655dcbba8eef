/**
 * What a change of rights does to one document: the rights before and after, and the step to request from the server. Pure.
 * Invariant: nobody is granted a right they already have, and only rights set on the document itself are removed.
 */
import { isBlock } from '#web/api/access.ts';
import type { KnownRights } from '#web/api/access-of-many.ts';
import type { AceEntity } from '#wire/activity.ts';
import { includesPermission } from '#wire/permissions.ts';

export const rightsActions = ['give', 'take', 'block', 'unblock'] as const;
export type RightsAction = (typeof rightsActions)[number];

/** Used until the server has sent the rights that can be granted, and if it sends none. */
export const usualRights: readonly string[] = ['Read', 'ReadWrite', 'Everything'];

export interface RightsWish {
  readonly action: RightsAction;
  readonly users: readonly string[];
  /** Groups through which these people have rights too. */
  readonly groups: ReadonlySet<string>;
  /** Null removes all rights they were given. */
  readonly permission: string | null;
}

/** A person's or group's right, for a row of the preview. */
export interface HeldRight {
  readonly who: string;
  readonly permission: string;
}

export interface LocalEntry {
  readonly acl: string;
  readonly ace: AceEntity;
}

export type RightsStep =
  | { readonly kind: 'give'; readonly users: readonly string[]; readonly permission: string }
  | { readonly kind: 'take'; readonly entries: readonly LocalEntry[] }
  | { readonly kind: 'inherit'; readonly blocked: boolean };

export interface RightsPlan {
  readonly before: readonly HeldRight[];
  readonly after: readonly HeldRight[];
  /** And inherited rights, which are known only afterwards. */
  readonly andInherited?: boolean;
  /** Null: nothing changes; `why` has the reason. */
  readonly step: RightsStep | null;
  readonly why?: 'refused' | 'same' | 'inherited' | 'group';
}

export function planRights({ acls, mayChange }: KnownRights, wish: RightsWish): RightsPlan {
  const entries = acls.flatMap(({ name, aces }) => aces.map((ace): LocalEntry => ({ acl: name, ace })));
  const granted = entries.filter(({ ace }) => ace.granted && ace.status !== 'archived');
  const isOurs = wish.action === 'give' || wish.action === 'take';
  const shown = isOurs ? granted.filter(({ ace }) => wish.users.includes(usernameOf(ace))) : granted;
  const byGroups = isOurs ? granted.filter(({ ace }) => isByGroup(ace, wish)) : [];
  const before = heldIn([...shown, ...byGroups]);
  const found = stepOf(entries, shown, wish);
  if (found.step === null) {
    const isLeft =
      wish.action === 'take' && found.why === 'same' && byGroups.some(({ ace }) => isMeant(ace, wish));
    return { before, after: before, step: null, why: isLeft ? 'group' : found.why };
  }
  if (!mayChange) return { before, after: before, step: null, why: 'refused' };
  return { before, ...afterwards(found.step, shown, byGroups), step: found.step };
}

function stepOf(
  entries: readonly LocalEntry[],
  shown: readonly LocalEntry[],
  wish: RightsWish,
): Pick<RightsPlan, 'step' | 'why'> {
  const { action, users, permission } = wish;
  if (action === 'give') {
    const wanted = permission ?? 'Read';
    const lacking = users.filter(
      (user) => !shown.some(({ ace }) => usernameOf(ace) === user && lasts(ace, wanted)),
    );
    if (lacking.length === 0) return { step: null, why: 'same' };
    return { step: { kind: 'give', users: lacking, permission: wanted } };
  }
  if (action === 'take') {
    const meant = shown.filter(({ ace }) => isMeant(ace, wish));
    const local = meant.filter(({ acl }) => acl !== 'inherited');
    if (local.length > 0) return { step: { kind: 'take', entries: local } };
    return { step: null, why: meant.length > 0 ? 'inherited' : 'same' };
  }
  const blocked = entries.some(({ acl, ace }) => acl !== 'inherited' && isBlock(ace));
  if (blocked === (action === 'block')) return { step: null, why: 'same' };
  return { step: { kind: 'inherit', blocked: action === 'block' } };
}

function afterwards(
  step: RightsStep,
  shown: readonly LocalEntry[],
  byGroups: readonly LocalEntry[],
): Pick<RightsPlan, 'after' | 'andInherited'> {
  switch (step.kind) {
    case 'give': {
      const given = step.users.map((who): HeldRight => ({ who, permission: step.permission }));
      return { after: [...heldIn(shown), ...given, ...heldIn(byGroups)] };
    }
    case 'take':
      return { after: heldIn([...shown.filter((one) => !step.entries.includes(one)), ...byGroups]) };
    case 'inherit':
      if (step.blocked) return { after: heldIn(shown.filter(({ acl }) => acl !== 'inherited')) };
      return { after: heldIn(shown), andInherited: true };
  }
}

/** Whether they have this entry only through a group. */
function isByGroup(ace: AceEntity, { users, groups }: RightsWish): boolean {
  return groups.has(usernameOf(ace)) && !users.includes(usernameOf(ace));
}

function isMeant(ace: AceEntity, { permission }: RightsWish): boolean {
  return permission === null || ace.permission === permission;
}

/** Whether the entry has no time limit and includes the wanted right. */
function lasts({ permission, begin, end }: AceEntity, wanted: string): boolean {
  return begin === null && end === null && includesPermission(permission, wanted);
}

/** Without duplicates. */
function heldIn(entries: readonly LocalEntry[]): readonly HeldRight[] {
  const held = entries.map(({ ace }): HeldRight => ({ who: usernameOf(ace), permission: ace.permission }));
  return [...new Map(held.map((one) => [`${one.who} ${one.permission}`, one])).values()];
}

export function usernameOf({ username }: AceEntity): string {
  return typeof username === 'string' ? username : '';
}
