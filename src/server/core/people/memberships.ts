/**
 * Changes the groups of a member; groups.ts changes the members of a group.
 * Invariant: a group's lists change only while its entry is locked, so that changes from both sides add up.
 */
import type { EntryStore } from '../kernel/stores.ts';
import { groupDirectory } from './principals.ts';

/** @param change computes the new groups from the present ones; it may be called more than once */
export async function changeGroupsOf(
  entries: EntryStore,
  kind: 'user' | 'group',
  member: string,
  change: (current: readonly string[]) => readonly string[],
): Promise<void> {
  const locked = new Set<string>();
  for (;;) {
    const current = await entries.groupsOf(kind, member);
    const wanted = change(current);
    const open = new Set([...current, ...wanted].filter((name) => !locked.has(name)));
    if (open.size === 0) return entries.setGroupsOf(kind, member, wanted);
    for (const name of [...open].sort()) {
      await entries.getForUpdate(groupDirectory, name);
      locked.add(name);
    }
  }
}
