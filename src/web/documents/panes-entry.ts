/** The entries of view menus for two folders side by side, where their commands are bound. */
import { boundCommands } from '#web/frame/commands.ts';
import type { MenuEntry } from '#web/ui/menu-entries.ts';

export function panesEntries(): readonly MenuEntry[] {
  return boundCommands()
    .filter(({ id }) => id === 'panes' || id === 'swapPanes')
    .flatMap(({ id, label, icon, keys, run }, index) => [
      ...(index === 0 ? [{ kind: 'separator' } as const] : []),
      { id, label, icon, shortcut: keys, onSelect: () => void run() },
    ]);
}
