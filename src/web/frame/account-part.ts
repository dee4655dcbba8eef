// The signed-in person, drawn by the session's feature for who does not know it: the foot of the navigation, and a
// phone's "More" menu, which stands in its place. Who it is stays in the cache of answers.
import type { ComponentType, ReactNode } from 'react';
import { create } from 'zustand';
import type { MenuEntry } from '#web/ui/menu-entries.ts';

export interface Account {
  readonly login: string;
  readonly name: string;
  /** What the person can do about the session. */
  readonly entries: readonly MenuEntry[];
}

export interface AccountPartProps {
  /** Not called where nobody is signed in. */
  readonly children: (account: Account) => ReactNode;
}

/** Its code comes once the first view is there. */
export const useAccountPart = create<{ readonly Account: ComponentType<AccountPartProps> | null }>(() => ({
  Account: null,
}));
