/** What the keys of filters are called. */
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { kindOfMediaType } from '../kind-word.ts';
import { useKindWords } from '../use-kind-word.ts';
import { filterKindOf } from './column-filters.ts';
import { kindColumn } from './list-columns.ts';

const states = ['project', 'review', 'approved', 'obsolete', 'deleted', 'undefined'];

export function useFilterWords() {
  const { t } = useTranslation('changes');
  const { t: controls } = useTranslation('ui');
  const kinds = useKindWords();
  const format = useFormat();
  const one = (column: string, key: string): string => {
    if (filterKindOf(column) !== 'values') return t(`filters.${filterKindOf(column) ?? ''}.${key}`);
    if (key === '') return t(column === kindColumn ? 'filters.noFile' : 'filters.none');
    if (column === kindColumn) return kinds.ofKind(kindOfMediaType(key));
    if (column === 'ecm:primaryType') return kinds.ofType(key);
    if (column === 'ecm:currentLifeCycleState' && states.includes(key)) return controls(`state.${key}`);
    return key;
  };
  /** Keys that the column shows by the same word: all formats of a word processor are one kind. */
  const groups = (column: string, keys: readonly string[]) => Map.groupBy(keys, (key) => one(column, key));
  return {
    groups,
    list: (column: string, keys: readonly string[]) => format.list([...groups(column, keys).keys()]),
  };
}
