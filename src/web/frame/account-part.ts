// What the signed-in person can do about the session, told by its feature, for a phone's "More" menu: the foot of the
// navigation, where it stands otherwise, is not shown there.
import { create } from 'zustand';
import type { MenuEntry } from '#web/ui/menu-entries.ts';

interface AccountEntries {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

export const useAccountEntries = create<AccountEntries>(() => ({ name: '', entries: [] }));

export function setAccountEntries(account: AccountEntries): void {
  useAccountEntries.setState(account);
}
