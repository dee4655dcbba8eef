// The signed-in person, for parts that know nothing of the session: the foot of the navigation, and the "More" menu of a phone.
// The session's feature draws it, from the cache of answers.
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
  /** Not called if nobody is signed in. */
  readonly children: (account: Account) => ReactNode;
}

/** Null until the session's feature has loaded, after the first view. */
export const useAccountPart = create<{ readonly Account: ComponentType<AccountPartProps> | null }>(() => ({
  Account: null,
}));
