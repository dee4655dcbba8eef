/** Binds the commands' keys for as long as the list is on screen. */

import { useShortcut } from '#web/frame/shortcuts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { onMac } from '#web/ui/shortcut-keys.ts';
import { type Commands, findCommand } from './command.ts';

function hasSelectedText(): boolean {
  return getSelection()?.isCollapsed === false;
}

export function useListKeys(commands: Commands, any: boolean): void {
  const trash = onMac() ? 'Backspace' : 'Delete';
  useCommandKey('trash', trash, commands, any);
  useCommandKey('delete', `shift+${trash}`, commands, any);
  useCommandKey('move', 'M', commands, any);
  useCommandKey('tag', 'T', commands, any);
  useCommandKey('workflow', 'W', commands, any);
  useCommandKey('operation', 'O', commands, any);
  useCommandKey('lock', 'L', commands, any);
  useCommandKey('cut', 'mod+X', commands, any);
  useCommandKey('copy', 'mod+C', commands, any);
  useCommandKey('paste', 'mod+V', commands, true);
}

function useCommandKey(id: string, keys: string, commands: Commands, when: boolean): void {
  const { t } = useTranslation('documents');
  const command = findCommand(commands, id);
  useShortcut(
    {
      keys,
      label: command?.label ?? id,
      group: t('keys'),
      inFields: false,
      run: () => {
        if (command?.disabledReason !== undefined) return false;
        if (id === 'copy' && hasSelectedText()) return false;
        command?.run();
        return true;
      },
    },
    when && command !== undefined,
  );
}
