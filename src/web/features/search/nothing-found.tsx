/** Shown if a search finds nothing: offers to remove the one filter or condition without which most documents are found. */
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { DocumentListEntity } from '#wire/document.ts';
import type { AggregateEntity } from '#wire/search.ts';
import { withoutEach } from './builder-rows.ts';
import { chosenFilters } from './facets.ts';
import { sourceOf } from './result-source.ts';
import { type SearchState, withFilter } from './search-state.ts';
import type { Search } from './use-search.ts';
import { ValueName } from './value-name.tsx';
import { FolderName } from './within-chip.tsx';

interface Relief {
  readonly id: string;
  readonly name: ReactNode;
  readonly next: SearchState;
}

export interface NothingFoundProps {
  readonly search: Search;
  readonly aggregations: Readonly<Record<string, AggregateEntity>> | undefined;
}

export function NothingFound({ search, aggregations }: NothingFoundProps) {
  const { t } = useTranslation('search');
  const { t: changes } = useTranslation('changes');
  const format = useFormat();
  const { state, change } = search;
  const reliefs = useMemo(() => reliefsOf(state, aggregations), [state, aggregations]);
  const counts = useQueries({
    queries: reliefs.flatMap(({ next }) =>
      sourceOf(next).sections.map((page) => ({ ...page({ pageSize: 1 }), placeholderData: undefined })),
    ),
  });
  const best = reliefs
    .map((relief, index) => ({ relief, ...foundBy(counts[index]?.data) }))
    .filter(({ found }) => found !== 0)
    .sort((one, other) => other.found - one.found)[0];
  const numberOf = ({ found, more }: Found) =>
    more ? changes('job.atLeast', { number: format.count(found) }) : format.count(found);
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        best === undefined ? null : (
          <Button onClick={() => change(best.relief.next)}>
            {t('empty.without')} {best.relief.name}
          </Button>
        )
      }
    >
      {best === undefined ? t('empty.text') : t('empty.best', { count: best.found, number: numberOf(best) })}
    </EmptyState>
  );
}

interface Found {
  readonly found: number;
  readonly more: boolean;
}

/** A negative count only says that there are more than the server counts. */
function foundBy(page: DocumentListEntity | undefined): Found {
  const { resultsCount = 0, resultsCountLimit = 0 } = page ?? {};
  const more = resultsCount < 0;
  return { found: more ? resultsCountLimit : resultsCount, more };
}

function reliefsOf(
  state: SearchState,
  aggregations: Readonly<Record<string, AggregateEntity>> | undefined,
): readonly Relief[] {
  if (state.mode !== 'words') {
    return withoutEach(state.query).map(({ left, query }) => ({
      id: left,
      name: <code dir="ltr">{left}</code>,
      next: { ...state, query },
    }));
  }
  const filters = chosenFilters(state.filters, aggregations).map(
    ({ id, name, naming, keys }): Relief => ({
      id: `${id} ${name}`,
      name: <ValueName naming={naming} name={name} />,
      next: { ...state, filters: withFilter(state.filters, id, keys, false) },
    }),
  );
  const words: readonly Relief[] =
    state.text === '' || (filters.length === 0 && state.within === null)
      ? []
      : [{ id: 'text', name: <q>{state.text}</q>, next: { ...state, text: '' } }];
  const place: readonly Relief[] =
    state.within === null
      ? []
      : [{ id: 'within', name: <FolderName path={state.within} />, next: { ...state, within: null } }];
  return [...filters, ...place, ...words];
}
