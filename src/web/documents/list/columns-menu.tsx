/** Which columns the list has: at the end of its head. */
import { Columns3 } from 'lucide-react';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { ask } from '../changes/asking.ts';
import { columnLabel } from './columns.tsx';
import { columnsAtRest, columnsOffered } from './list-columns.ts';
import { forgetColumns, rememberColumns } from './list-preferences.ts';

const densities = ['compact', 'default', 'comfortable'] as const;

export interface ColumnsMenuProps {
  readonly place: string;
  readonly columns: readonly string[];
}

export function ColumnsMenu({ place, columns }: ColumnsMenuProps) {
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  const density = useFramePreferences((state) => state.density);
  const entries = (): readonly MenuEntry[] => [
    ...[...new Set([...columnsOffered, ...columns])].map((id) => ({
      id,
      label: columnLabel(id, list),
      checked: columns.includes(id),
      stay: true,
      onSelect: () => rememberColumns(place, { columns: toggled(columns, id) }),
    })),
    { kind: 'separator' },
    { id: 'more', label: t('columns.more'), onSelect: () => ask({ kind: 'column', place, columns }) },
    {
      id: 'reset',
      label: t('columns.reset'),
      onSelect: () => forgetColumns(place),
    },
    { kind: 'separator' },
    {
      kind: 'group',
      label: t('density.label'),
      entries: densities.map((name) => ({
        id: name,
        label: t(`density.${name}`),
        checked: name === density,
        radio: true,
        onSelect: () => setFramePreferences({ density: name }),
      })),
    },
  ];
  return (
    <MenuButton
      icon={Columns3}
      look="quiet"
      size="small"
      align="end"
      label={t('columns.label')}
      entries={entries}
    />
  );
}

/** Offered columns keep their order; those of the reader's own follow. */
function toggled(columns: readonly string[], id: string): readonly string[] {
  if (columns.includes(id)) return columns.filter((one) => one !== id);
  const wanted = [...columns, id];
  const rank = (one: string) => {
    const rest = columnsAtRest.indexOf(one);
    return rest === -1 ? columnsAtRest.length : rest;
  };
  return wanted.toSorted((one, other) => rank(one) - rank(other));
}
