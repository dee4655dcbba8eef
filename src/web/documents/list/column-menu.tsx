/** The menu of one column of a list: sort, filter, move, hide. */
import { ArrowDown, ArrowUp, EyeOff, ListFilter, MoveLeft, MoveRight } from 'lucide';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ContextMenu, type Point } from '#web/ui/context-menu.tsx';
import { movedColumn } from '#web/ui/data-columns.ts';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { filterKindOf } from './column-filters.ts';
import { columnLabel } from './columns.tsx';
import { remember } from './list-preferences.ts';
import type { ListState } from './use-list-state.ts';

export interface ColumnMenuProps {
  readonly id: string;
  readonly at: Point;
  readonly list: ListState;
  readonly onFilter: (columns: readonly string[]) => void;
  readonly onClose: () => void;
}

const directions = ['asc', 'desc'] as const;

export function ColumnMenu({ id, at, list, onFilter, onClose }: ColumnMenuProps) {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('documents');
  const { columns, place, address, change } = list;
  const { sort } = address;
  const nth = sort.findIndex(({ columnId }) => columnId === id);
  const others = sort.filter(({ columnId }) => columnId !== id);
  const index = columns.indexOf(id);
  const move = (target: string | undefined, side: 'before' | 'after') =>
    target !== undefined && remember(place, { columns: movedColumn(columns, id, target, side) });
  const entries: readonly MenuEntry[] = [
    ...directions.map((direction) => ({
      id: direction,
      label: t(`sort.${direction}`),
      icon: direction === 'asc' ? ArrowUp : ArrowDown,
      checked: nth === 0 && sort[0]?.direction === direction,
      radio: true,
      onSelect: () => change({ sort: [{ columnId: id, direction }] }),
    })),
    ...(others.length === 0
      ? []
      : [
          { kind: 'separator' } as const,
          ...directions.map((direction) => ({
            id: `then ${direction}`,
            label: t(`sort.then.${direction}`),
            checked: nth > 0 && sort[nth]?.direction === direction,
            radio: true,
            onSelect: () => change({ sort: [...others, { columnId: id, direction }] }),
          })),
          ...(nth > 0
            ? [{ id: 'leave', label: t('sort.leave'), onSelect: () => change({ sort: others }) }]
            : []),
        ]),
    ...(filterKindOf(id) === undefined
      ? []
      : [
          { kind: 'separator' } as const,
          { id: 'filter', label: t('filters.one'), icon: ListFilter, onSelect: () => onFilter([id]) },
        ]),
    ...(index < 0
      ? []
      : [
          { kind: 'separator' } as const,
          {
            id: 'earlier',
            label: t('columns.earlier'),
            icon: MoveLeft,
            disabledReason: index === 0 ? t('columns.first') : undefined,
            onSelect: () => move(columns[index - 1], 'before'),
          },
          {
            id: 'later',
            label: t('columns.later'),
            icon: MoveRight,
            disabledReason: index === columns.length - 1 ? t('columns.last') : undefined,
            onSelect: () => move(columns[index + 1], 'after'),
          },
          {
            id: 'hide',
            label: t('columns.hide'),
            icon: EyeOff,
            onSelect: () => remember(place, { columns: columns.filter((one) => one !== id) }),
          },
        ]),
  ];
  return (
    <ContextMenu
      at={at}
      onClose={onClose}
      label={columnLabel(id, own)}
      entries={entries}
      returnFocus={() => document.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"] button`)}
    />
  );
}
