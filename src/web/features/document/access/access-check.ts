// Computes what one person may do with a document, which entry decides it, and when that changes. Pure.
// Invariant: as on the server, the first entry about a permission that names the person or one of their groups decides.
import type { AceEntity, AclEntity } from '#wire/activity.ts';
import { includesPermission } from '#wire/permissions.ts';
import { principalOf } from '../principal-of.ts';

/** The rights shown in the answer, from the least to the most. */
export const requestedRights = [
  'Read',
  'WriteProperties',
  'WriteVersion',
  'Remove',
  'WriteSecurity',
] as const;
export type RequestedRight = (typeof requestedRights)[number];

export interface DecidingEntry {
  readonly ace: AceEntity;
  readonly inherited: boolean;
}

export interface CheckedRight {
  readonly right: RequestedRight;
  readonly granted: boolean;
  /** Null if no entry is about this right; it is not granted then. */
  readonly by: DecidingEntry | null;
}

export interface RightsChange {
  readonly at: Date;
  readonly gained: readonly RequestedRight[];
  readonly lost: readonly RequestedRight[];
}

/** @param names the person's login and groups, `Everyone` among them */
export function checkRights(
  acls: readonly AclEntity[],
  names: ReadonlySet<string>,
  at: Date,
): readonly CheckedRight[] {
  const entries = acls.flatMap(({ name, aces }) =>
    aces.map((ace) => ({ ace, inherited: name === 'inherited' })),
  );
  return requestedRights.map((right) => {
    const by =
      entries.find(
        ({ ace }) => names.has(nameOf(ace)) && holdsAt(ace, at) && includesPermission(ace.permission, right),
      ) ?? null;
    return { right, granted: by?.ace.granted === true, by };
  });
}

/** The next moment at which an entry begins or ends and this person's rights change. */
export function nextChange(
  acls: readonly AclEntity[],
  names: ReadonlySet<string>,
  now: Date,
): RightsChange | null {
  const grantedAt = (at: Date) =>
    new Set(checkRights(acls, names, at).flatMap(({ right, granted }) => (granted ? [right] : [])));
  const before = grantedAt(now);
  const moments = acls
    .flatMap(({ aces }) => aces.flatMap(({ begin, end }) => [begin, end]))
    .flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]))
    .filter((moment) => moment > now.getTime())
    .sort((one, other) => one - other);
  for (const moment of moments) {
    const at = new Date(moment);
    const after = grantedAt(at);
    const gained = [...after].filter((right) => !before.has(right));
    const lost = [...before].filter((right) => !after.has(right));
    if (gained.length + lost.length > 0) return { at, gained, lost };
  }
  return null;
}

export function nameOf(ace: AceEntity): string {
  return principalOf(ace.username).replace(/^(user|group):/, '');
}

function holdsAt({ begin, end }: AceEntity, at: Date): boolean {
  const time = at.getTime();
  return (begin === null || Date.parse(begin) <= time) && (end === null || time < Date.parse(end));
}
