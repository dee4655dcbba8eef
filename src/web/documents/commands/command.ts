/** What can be done with the selection, as data: the same commands stand in the bulk bar, in menus and behind keys. */
import type { LucideIcon } from '#web/ui/icon.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** For a phone's bar, where words stand under icons. */
  readonly short?: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  readonly danger?: boolean;
  /** Given = it stays in view, cannot be chosen, and says why. */
  readonly disabledReason?: string;
  readonly run: () => void;
}

/** Groups stand apart in menus. */
export type Commands = readonly (readonly Command[])[];

export function menuOf(commands: Commands, without: readonly string[] = []): readonly MenuEntry[] {
  return commands
    .map((group) => group.filter(({ id }) => !without.includes(id)))
    .filter((group) => group.length > 0)
    .flatMap((group, index): MenuEntry[] => [
      ...(index === 0 ? [] : [{ kind: 'separator' } as const]),
      ...group.map(({ run, short: _, ...entry }) => ({ ...entry, onSelect: run })),
    ]);
}

export function findCommand(commands: Commands, id: string): Command | undefined {
  return commands.flat().find((command) => command.id === id);
}

/** The same commands, none of which can be chosen now. */
export function refused(commands: Commands, disabledReason: string): Commands {
  return commands.map((group) => group.map((command) => ({ ...command, disabledReason })));
}
