/** A chip above the list for each filtered column. It changes the filter or removes it. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { columnLabel } from './columns.tsx';
import css from './filters.module.css';
import { useFilterWords } from './use-filter-words.ts';
import type { ListState } from './use-list-state.ts';

export interface FilterChipsProps {
  readonly list: ListState;
  readonly onEdit: (column: string) => void;
}

export function FilterChips({ list, onEdit }: FilterChipsProps) {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('documents');
  const { filters } = list.address;
  const words = useFilterWords(filters);
  return (
    <section className={css.chips} aria-label={t('filters.label')}>
      {Object.entries(filters).map(([column, keys]) => {
        const label = columnLabel(column, own);
        const { [column]: _, ...others } = filters;
        return (
          <Chip
            key={column}
            on
            name={label}
            onClick={() => onEdit(column)}
            onRemove={() => list.change({ filters: others })}
          >
            {t('filters.chip', { column: label, values: words.list(column, keys) })}
          </Chip>
        );
      })}
      <Button variant="quiet" size="small" onClick={() => list.change({ filters: {} })}>
        {t('filters.clear')}
      </Button>
    </section>
  );
}
