/** Interpreting ACL entries: when they are in effect, whom they are about, and which entry of a list decides. */

import { includesPermission } from '#wire/permissions.ts';
import type { Ace, Principals } from '../kernel/model.ts';

export const everyone = 'Everyone';

export function aceId(ace: Ace): string {
  const time = (iso: string | null): string => (iso === null ? '' : String(Date.parse(iso)));
  return `${ace.username}:${ace.permission}:${ace.granted}:${ace.creator ?? ''}:${time(ace.begin)}:${time(ace.end)}`;
}

export function aceStatus(ace: Ace, now: Date): 'pending' | 'effective' | 'archived' {
  if (ace.begin !== null && Date.parse(ace.begin) > now.getTime()) return 'pending';
  if (ace.end !== null && Date.parse(ace.end) <= now.getTime()) return 'archived';
  return 'effective';
}

export function isBlocking(ace: Ace): boolean {
  return (
    ace.username === everyone &&
    ace.permission === 'Everything' &&
    !ace.granted &&
    ace.begin === null &&
    ace.end === null
  );
}

/** Gives the time, only when an entry with a begin or an end is looked at. */
export interface Clock {
  readonly now: Date;
}

/** The first effective entry about this person and permission decides; refused when there is none. */
export function decide(
  aces: Iterable<Ace>,
  principals: Principals,
  permission: string,
  clock: Clock,
): boolean {
  if (principals.isAdministrator) return true;
  const names = namesOf(principals);
  for (const ace of aces) {
    if (!names.has(ace.username) || !includesPermission(ace.permission, permission)) continue;
    const isTimed = ace.begin !== null || ace.end !== null;
    if (!isTimed || aceStatus(ace, clock.now) === 'effective') return ace.granted;
  }
  return false;
}

const knownNames = new WeakMap<Principals, ReadonlySet<string>>();

/** Kept per principals object, which known-people.ts reuses between calls. */
function namesOf(principals: Principals): ReadonlySet<string> {
  let names = knownNames.get(principals);
  if (names === undefined) {
    names = new Set([principals.username, everyone, ...principals.groups]);
    knownNames.set(principals, names);
  }
  return names;
}
