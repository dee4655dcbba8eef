/** Commands for documents, as data: the same commands are in the bulk bar, in menus, in the palette and bound to keys. */
import type { Command } from '#web/frame/commands.ts';
import type { IconNode } from '#web/ui/icon.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';

export interface DocumentCommand extends Command {
  readonly icon: IconNode;
  /** For the bar on a phone, which has a word below each icon. */
  readonly short?: string;
  readonly danger?: boolean;
}

/** Menus separate the groups. */
export type Commands = readonly (readonly DocumentCommand[])[];

export function menuOf(commands: Commands, without: readonly string[] = []): readonly MenuEntry[] {
  return commands
    .map((group) => group.filter(({ id }) => !without.includes(id)))
    .filter((group) => group.length > 0)
    .flatMap((group, index): MenuEntry[] => [
      ...(index === 0 ? [] : [{ kind: 'separator' } as const]),
      ...group.map(({ id, label, icon, keys, danger, disabledReason, run }) => ({
        id,
        label,
        icon,
        shortcut: keys,
        danger,
        disabledReason,
        onSelect: () => void run(),
      })),
    ]);
}

export function findCommand(commands: Commands, id: string): DocumentCommand | undefined {
  return commands.flat().find((command) => command.id === id);
}

/** The same commands, all disabled for one reason. */
export function disableAll(commands: Commands, disabledReason: string): Commands {
  return commands.map((group) => group.map((command) => ({ ...command, disabledReason })));
}
