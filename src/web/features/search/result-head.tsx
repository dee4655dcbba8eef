/** The line above the results: their number, the time, their order, and whether they are of an earlier query. */
import { ChevronDown } from 'lucide';
import type { DocumentRows } from '#web/documents/rows/use-document-rows.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { ResultActions } from './result-actions.tsx';
import { hasOrder, sorts, subjectOf } from './result-source.ts';
import css from './search-page.module.css';
import type { SearchState } from './search-state.ts';
import { selectedProperties } from './selected-fields.ts';
import { useFoundCount } from './use-found-count.ts';
import type { Search } from './use-search.ts';

export interface ResultHeadProps {
  readonly search: Search;
  readonly results: DocumentRows;
  /** The query in the editor is not the one that was run. */
  readonly edited: boolean;
}

export function ResultHead({ search, results, edited }: ResultHeadProps) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const { state } = search;
  const { count: listed, answeredInMs: ms, answeredAt: at, stale } = results;
  const found = useFoundCount(state, results);
  if (found === undefined || listed === undefined) return null;
  const { count, more } = found;
  const number = format.count(count);
  const old = edited || stale;
  return (
    <div className={css.head}>
      <p className={css.count} role="status">
        <b>{t(more ? 'results.moreThan' : 'results.count', { count, number })}</b>
        {results.more && !more ? <span>{t('results.listed', { number: format.count(listed) })}</span> : null}
        {ms === undefined ? null : <span>{t('results.time', { ms: format.count(Math.round(ms)) })}</span>}
        {old ? (
          <span className={css.old}>{t('results.old', { when: format.relative(new Date(at)) })}</span>
        ) : null}
      </p>
      {state.mode !== 'words' && hasOrder(state.query) ? (
        <span className={css.order}>{t('sort.byQuery')}</span>
      ) : (
        <SortMenu search={search} />
      )}
      <ResultActions
        subject={subjectOf(state)}
        properties={state.mode === 'words' ? [] : selectedProperties(state.query)}
        count={count}
        more={more}
      />
    </div>
  );
}

function SortMenu({ search: { state, change } }: { readonly search: Search }) {
  const { t } = useTranslation('search');
  const name = nameOf(state);
  const entries = [
    { name: 'relevance', value: null },
    ...sorts.map(({ name: one, by, order }) => ({ name: one, value: { by, order } })),
  ].map(
    (one): MenuEntry => ({
      id: one.name,
      label: t(`sort.${one.name}`),
      radio: true,
      checked: one.name === name,
      onSelect: () => change({ sort: one.value }),
    }),
  );
  return (
    <MenuButton variant="quiet" size="small" label={t('sort.label')} entries={entries} align="end">
      {name === undefined ? state.sort?.by : t(`sort.${name}`)}
      <Icon icon={ChevronDown} size={14} />
    </MenuButton>
  );
}

function nameOf({ sort }: SearchState): string | undefined {
  if (sort === null) return 'relevance';
  return sorts.find(({ by, order }) => by === sort.by && order === sort.order)?.name;
}
