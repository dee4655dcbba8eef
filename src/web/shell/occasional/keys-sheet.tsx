// The "?" sheet: the keys of lists, and those that are bound now.

import { useTranslation } from '#web/i18n/use-translation.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

const listKeys = [
  ['shift+ArrowDown', 'range'],
  ['mod+A', 'all'],
  ['mod+space', 'toggle'],
  ['Escape', 'clear'],
  ['Enter', 'open'],
  ['F2', 'rename'],
  ['shift+F10', 'menu'],
] as const;

export function KeysSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('occasional');
  const group = t('keys.list');
  const further = listKeys.map(([keys, name]) => ({ keys, group, label: t(`keys.${name}`) }));
  return <ShortcutSheet open={open} onClose={onClose} further={further} />;
}
