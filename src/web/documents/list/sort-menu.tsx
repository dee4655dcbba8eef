/** By what a list stands in order, where there are no column heads to press: on a phone, and among pictures. */
import { ArrowDownUp } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SortOrder } from '#web/ui/data-columns.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { columnLabel } from './columns.tsx';
import { nameColumn } from './list-columns.ts';

export interface SortMenuProps {
  readonly columns: readonly string[];
  readonly sort: SortOrder;
  readonly onSort: (sort: SortOrder) => void;
}

const directions = ['asc', 'desc'] as const;

export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  return (
    <MenuButton
      icon={ArrowDownUp}
      look="quiet"
      align="end"
      label={t('sort.label')}
      entries={[
        ...[nameColumn, ...columns].map((columnId) => ({
          id: columnId,
          label: columnLabel(columnId, list),
          checked: columnId === sort.columnId,
          radio: true,
          onSelect: () => onSort({ ...sort, columnId }),
        })),
        { kind: 'separator' },
        ...directions.map((direction) => ({
          id: direction,
          label: t(`sort.${direction}`),
          checked: direction === sort.direction,
          radio: true,
          onSelect: () => onSort({ ...sort, direction }),
        })),
      ]}
    />
  );
}
