/** What the keys of filters are called. */
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useKindWords } from '../use-kind-word.ts';
import { filterKindOf } from './column-filters.ts';

const states = ['project', 'review', 'approved', 'obsolete', 'deleted', 'undefined'];

export function useFilterWords() {
  const { t } = useTranslation('changes');
  const { t: controls } = useTranslation('ui');
  const kinds = useKindWords();
  const format = useFormat();
  const one = (column: string, key: string): string => {
    if (filterKindOf(column) !== 'values') return t(`filters.${filterKindOf(column) ?? ''}.${key}`);
    if (key === '') return t('filters.none');
    if (column === 'ecm:primaryType') return kinds.ofType(key);
    if (column === 'ecm:currentLifeCycleState' && states.includes(key)) return controls(`state.${key}`);
    return key;
  };
  return {
    one,
    list: (column: string, keys: readonly string[]) => format.list(keys.map((key) => one(column, key))),
  };
}
