// A menu as data, for MenuButton and ContextMenu.
import type { IconNode } from 'lucide';

export interface MenuAction {
  readonly kind?: 'action';
  readonly id: string;
  readonly label: string;
  readonly icon?: IconNode;
  /** Keys for the same command, in the notation of shortcut-keys.ts; shown only, not bound here. */
  readonly shortcut?: string;
  /** If set, the item is visible but cannot be chosen, and shows this reason. */
  readonly disabledReason?: string;
  readonly danger?: boolean;
  /** If set, the item is a choice that is on or off. */
  readonly checked?: boolean;
  /** With `checked`: one of several alternatives instead of on or off by itself. */
  readonly radio?: boolean;
  /** Keeps the menu open after choosing (columns to show). */
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

/** A function is called when the menu opens, to use the selection of that moment. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[]);

export function entriesOf(entries: MenuEntries): readonly MenuEntry[] {
  return typeof entries === 'function' ? entries() : entries;
}
