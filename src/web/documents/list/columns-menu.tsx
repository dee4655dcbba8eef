/** The menu of a list's columns, at the end of its head. */
import { Columns3 } from 'lucide';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { ask } from '../changes/question.ts';
import { useExtensionAdditions } from '../extension-additions.ts';
import { panesEntries } from '../panes-entry.ts';
import { columnLabel } from './columns.tsx';
import { byName } from './list-address.ts';
import { chooseForItself, forget } from './list-choices.ts';
import { columnsOffered } from './list-columns.ts';
import { remember, useListPreferences } from './list-preferences.ts';
import { isManualOrder, manualOrder } from './list-source.ts';
import type { ListState } from './use-list-state.ts';

const densities = ['compact', 'default', 'comfortable'] as const;

export interface ColumnsMenuProps {
  readonly list: ListState;
  /** The folder's documents are ordered by hand. */
  readonly ordered: boolean;
}

export function ColumnsMenu({ list: state, ordered }: ColumnsMenuProps) {
  const { place, columns, address, change } = state;
  const alone = useListPreferences(({ byPlace }) => byPlace[place.id] !== undefined);
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  const added = Object.keys(useExtensionAdditions().columns);
  // A column of an extension that is not running stays chosen, but has no name to show.
  const offered = [...columnsOffered, ...columns.filter((id) => !id.includes('--')), ...added];
  const density = useFramePreferences((state) => state.density);
  const entries = (): readonly MenuEntry[] => [
    ...[...new Set(offered)].map((id) => ({
      id,
      label: columnLabel(id, list),
      checked: columns.includes(id),
      stay: true,
      onSelect: () => remember(place, { columns: toggled(columns, id) }),
    })),
    { kind: 'separator' },
    { id: 'more', label: t('columns.more'), onSelect: () => ask({ kind: 'column', place, columns }) },
    {
      id: 'reset',
      label: t('columns.reset'),
      onSelect: () => forget(place),
    },
    ...(place.id === place.kind
      ? []
      : [
          {
            id: 'alone',
            label: t('columns.alone'),
            checked: alone,
            onSelect: () => chooseForItself(place, !alone),
          },
        ]),
    ...(ordered
      ? [
          { kind: 'separator' } as const,
          {
            id: 'own',
            label: t('sort.own'),
            checked: isManualOrder(address.sort),
            onSelect: () => change({ sort: isManualOrder(address.sort) ? byName : manualOrder }),
          },
        ]
      : []),
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
    ...panesEntries(),
  ];
  return (
    <MenuButton
      icon={Columns3}
      variant="quiet"
      size="small"
      align="end"
      label={t('columns.label')}
      entries={entries}
    />
  );
}

/** A column shown again goes to its usual position; if the user has arranged the columns, to the end. */
function toggled(columns: readonly string[], id: string): readonly string[] {
  if (columns.includes(id)) return columns.filter((one) => one !== id);
  const rank = (one: string) => columnsOffered.indexOf(one);
  const follower = columns.findIndex((one) => rank(one) > rank(id));
  const arranged = columns.some((one, at) => at > 0 && rank(one) < rank(columns[at - 1] ?? one));
  return arranged || follower === -1 || rank(id) === -1
    ? [...columns, id]
    : columns.toSpliced(follower, 0, id);
}
