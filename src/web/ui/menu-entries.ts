// A menu as data: what MenuButton and ContextMenu show.
import type { IconNode } from 'lucide';

export interface MenuAction {
  readonly kind?: 'action';
  readonly id: string;
  readonly label: string;
  readonly icon?: IconNode;
  /** Keys that do the same, as shortcuts write them; shown only, not bound here. */
  readonly shortcut?: string;
  /** Given = the item stays visible but cannot be chosen, and says why. */
  readonly disabledReason?: string;
  readonly danger?: boolean;
  /** Given = the item is a choice that is on or off. */
  readonly checked?: boolean;
  /** With `checked`: one of several (a dot's meaning) rather than on or off for itself. */
  readonly radio?: boolean;
  /** Keep the menu open after choosing (columns to show). */
  readonly stay?: boolean;
  readonly onSelect: () => void;
}

export interface MenuSeparator {
  readonly kind: 'separator';
}

export interface MenuGroup {
  readonly kind: 'group';
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

export interface Submenu {
  readonly kind: 'submenu';
  readonly id: string;
  readonly label: string;
  readonly icon?: IconNode;
  readonly disabledReason?: string;
  readonly entries: readonly MenuEntry[];
}

export type MenuEntry = MenuAction | MenuSeparator | MenuGroup | Submenu;

/** Made when the menu opens, if a function: the selection of that moment counts. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[]);

export function entriesOf(entries: MenuEntries): readonly MenuEntry[] {
  return typeof entries === 'function' ? entries() : entries;
}
