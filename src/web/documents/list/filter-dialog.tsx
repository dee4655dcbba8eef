/** Filters of one column or of all: each choice applies at once, so that the list behind shows the result. */
import { useQueries } from '@tanstack/react-query';
import { columnValues } from '#web/api/column-values.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailureWords } from '../failure-words.tsx';
import { filterKindOf, periodKeys, sizeKeys } from './column-filters.ts';
import { columnLabel } from './columns.tsx';
import css from './filters.module.css';
import type { ListSource } from './list-source.ts';
import { useFilterWords } from './use-filter-words.ts';
import type { ListState } from './use-list-state.ts';

export interface FilterDialogProps {
  readonly columns: readonly string[];
  readonly list: ListState;
  readonly source: ListSource;
  readonly onClose: () => void;
}

export function FilterDialog({ columns, list, source, onClose }: FilterDialogProps) {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('documents');
  const { filters } = list.address;
  const shown = columns.filter((column) => filterKindOf(column) !== undefined);
  const answers = useQueries({
    queries: shown.map((column) => ({
      ...columnValues(column, source.unfiltered, source.place),
      enabled: filterKindOf(column) === 'values',
    })),
  });
  const offered: Readonly<Record<string, readonly string[] | undefined>> = Object.fromEntries(
    shown.map((column, index) => {
      const kind = filterKindOf(column);
      const found = kind === 'period' ? periodKeys : kind === 'size' ? sizeKeys : answers[index]?.data;
      return [column, found && [...new Set([...found, ...(filters[column] ?? [])])]];
    }),
  );
  const words = useFilterWords(
    Object.fromEntries(Object.entries(offered).map(([column, keys]) => [column, keys ?? []])),
  );
  const choose = (column: string, some: readonly string[], on: boolean) => {
    const others = (filters[column] ?? []).filter((one) => !some.includes(one));
    // Longer periods include shorter ones, so only the last chosen one is kept.
    const keys = !on ? others : filterKindOf(column) === 'period' ? some : [...others, ...some];
    const { [column]: _, ...rest } = filters;
    list.change({ filters: keys.length === 0 ? rest : { ...rest, [column]: keys } });
  };
  const [only] = shown;
  const title =
    shown.length === 1 && only !== undefined
      ? t('filters.by', { column: columnLabel(only, own) })
      : t('filters.label');
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          {shown.some((column) => filters[column] !== undefined) ? (
            <Button
              onClick={() =>
                list.change({
                  filters: Object.fromEntries(
                    Object.entries(filters).filter(([column]) => !shown.includes(column)),
                  ),
                })
              }
            >
              {t('filters.clear')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {t('filters.done')}
          </Button>
        </>
      }
    >
      {shown.map((column, index) => {
        const answer = answers[index];
        const chosen = filters[column] ?? [];
        const keys = offered[column];
        return (
          <section key={column} className={css.part} aria-label={columnLabel(column, own)}>
            {shown.length === 1 ? null : <h3>{columnLabel(column, own)}</h3>}
            {answer?.error ? (
              <Note kind="bad">
                <FailureWords error={answer.error} />
              </Note>
            ) : null}
            {keys === undefined && !answer?.error ? <Skeleton width="60%" /> : null}
            {keys?.length === 0 ? <p className={css.none}>{t('filters.nothing')}</p> : null}
            <div className={css.values}>
              {words.groups(column, keys ?? []).map(({ word, keys: some }) => (
                <Checkbox
                  key={some[0]}
                  label={<bdi>{word}</bdi>}
                  checked={some.some((key) => chosen.includes(key))}
                  onChange={(on) => choose(column, some, on)}
                />
              ))}
            </div>
          </section>
        );
      })}
    </Dialog>
  );
}
