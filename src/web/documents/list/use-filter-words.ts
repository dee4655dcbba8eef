/** The labels of filter keys, as the column shows them. */
import { useQueries } from '@tanstack/react-query';
import { suggestPeople } from '#web/api/people.ts';
import { plainId } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { kindOfMediaType } from '../kind-word.ts';
import { useKindWords } from '../use-kind-word.ts';
import { type ColumnFilters, filterKindOf } from './column-filters.ts';
import { kindColumn, personColumns } from './list-columns.ts';

const states = ['project', 'review', 'approved', 'obsolete', 'deleted', 'undefined'];

/** @param keys to be labelled, by column: names of people must be requested */
export function useFilterWords(keys: ColumnFilters) {
  const { t } = useTranslation('changes');
  const { t: controls } = useTranslation('ui');
  const kinds = useKindWords();
  const format = useFormat();
  const logins = [...new Set(personColumns.flatMap((column) => keys[column] ?? []))].filter(
    (key) => key !== '',
  );
  const people = useQueries({
    queries: logins.map((login) => suggestPeople({ term: plainId(login), limit: 50 })),
  });
  const names = new Map(
    logins.map((login, index) => [
      login,
      people[index]?.data?.find(({ id }) => id === plainId(login))?.label,
    ]),
  );
  const one = (column: string, key: string): string => {
    if (filterKindOf(column) !== 'values') return t(`filters.${filterKindOf(column) ?? ''}.${key}`);
    if (key === '') return t(column === kindColumn ? 'filters.noFile' : 'filters.none');
    if (column === kindColumn) return kinds.ofKind(kindOfMediaType(key));
    if (column === 'ecm:primaryType') return kinds.ofType(key);
    if (column === 'ecm:currentLifeCycleState' && states.includes(key)) return controls(`state.${key}`);
    return personColumns.includes(column) ? (names.get(key) ?? key) : key;
  };
  /** Groups keys with the same label: all formats of a word processor are one kind. */
  const groups = (column: string, some: readonly string[]) =>
    [...Map.groupBy(some, (key) => (column === kindColumn ? one(column, key) : key)).values()].map(
      (same) => ({
        word: one(column, same[0] ?? ''),
        keys: same,
      }),
    );
  return {
    groups,
    list: (column: string, some: readonly string[]) =>
      format.list(groups(column, some).map(({ word }) => word)),
  };
}
