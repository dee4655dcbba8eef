/** Order and filters of a list without column heads: on a phone, and for tiles, whose size is also chosen here. */
import { ArrowDownUp, ListFilter } from 'lucide';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SortOrder } from '#web/ui/data-columns.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { panesEntries } from '../panes-entry.ts';
import { filterKindOf } from './column-filters.ts';
import { columnLabel } from './columns.tsx';
import { nameColumn } from './list-columns.ts';
import { remember } from './list-preferences.ts';
import { isManualOrder, manualOrder } from './list-source.ts';
import type { ListState } from './use-list-state.ts';

export interface SortMenuProps {
  readonly list: ListState;
  /** The folder's documents are ordered by hand. */
  readonly ordered: boolean;
  readonly onFilter: (columns: readonly string[]) => void;
}

const directions = ['asc', 'desc'] as const;
const tileSizes = ['small', 'medium', 'large'] as const;

export function SortMenu({ list, ordered, onFilter }: SortMenuProps) {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('documents');
  const { address, change, columns, place, tiles, view } = list;
  const { sort } = address;
  const [first, second] = sort;
  const all = [nameColumn, ...columns];

  const choices = (
    chosen: SortOrder | undefined,
    offered: readonly string[],
    onChoose: (order: SortOrder) => void,
  ): readonly MenuEntry[] => [
    ...offered.map((columnId) => ({
      id: columnId,
      label: columnLabel(columnId, own),
      checked: columnId === chosen?.columnId,
      radio: true,
      onSelect: () => onChoose({ columnId, direction: chosen?.direction ?? 'asc' }),
    })),
    { kind: 'separator' },
    ...directions.map((direction) => ({
      id: direction,
      label: t(`sort.${direction}`),
      checked: direction === chosen?.direction,
      radio: true,
      disabledReason: chosen === undefined ? t('sort.choose') : undefined,
      onSelect: () => chosen !== undefined && onChoose({ ...chosen, direction }),
    })),
  ];

  const entries = (): readonly MenuEntry[] => [
    ...(ordered
      ? [
          {
            id: 'own',
            label: t('sort.own'),
            checked: isManualOrder(sort),
            onSelect: () => change({ sort: manualOrder }),
          },
          { kind: 'separator' } as const,
        ]
      : []),
    ...choices(first, all, (order) =>
      change({ sort: [order, ...sort.slice(1).filter(({ columnId }) => columnId !== order.columnId)] }),
    ),
    { kind: 'separator' },
    {
      kind: 'submenu',
      id: 'then',
      label: t('sort.then.label'),
      entries: [
        {
          id: 'nothing',
          label: t('sort.then.none'),
          checked: second === undefined,
          radio: true,
          onSelect: () => change({ sort: sort.slice(0, 1) }),
        },
        ...choices(
          second,
          all.filter((id) => id !== first?.columnId),
          (order) => change({ sort: [...sort.slice(0, 1), order] }),
        ),
      ],
    },
    { kind: 'separator' },
    {
      id: 'filter',
      label: t('filters.more'),
      icon: ListFilter,
      onSelect: () => onFilter(all.filter((id) => filterKindOf(id) !== undefined)),
    },
    ...(view === 'gallery'
      ? [
          { kind: 'separator' } as const,
          {
            kind: 'group' as const,
            label: t('tiles.label'),
            entries: tileSizes.map((size) => ({
              id: size,
              label: t(`tiles.${size}`),
              checked: size === tiles,
              radio: true,
              onSelect: () => remember(place, { tiles: size }),
            })),
          },
        ]
      : []),
    ...panesEntries(),
  ];
  return (
    <MenuButton icon={ArrowDownUp} variant="quiet" align="end" label={t('sort.label')} entries={entries} />
  );
}
