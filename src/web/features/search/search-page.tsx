/**
 * The search page: words with filters, or a query as rows or as NXQL, above one list of results. The search is in the
 * address; only a query that is being edited and was not run yet is kept here.
 */

import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { hasStatus } from '#web/api/api-error.ts';
import { useDocumentRows } from '#web/documents/rows/use-document-rows.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTabTitle } from '#web/frame/tab-title.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { ChosenChips, FacetList } from './facet-list.tsx';
import { chosenFilters, facetsIn } from './facets.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { NothingFound } from './nothing-found.tsx';
import { QueryBox } from './query-box.tsx';
import { BrokenQuery, RefusedQuery } from './refused-query.tsx';
import { ResultHead } from './result-head.tsx';
import { facetsOf, sourceOf } from './result-source.ts';
import { matchesSavedSearch, namesOnlySavedSearch, stateFrom } from './saved-search.ts';
import { SavedSearches, useSavedSearch } from './saved-searches.tsx';
import css from './search-page.module.css';
import { SearchResults } from './search-results.tsx';
import { asksSomething, isBroken, type SearchMode, withFilter } from './search-state.ts';
import { selectedFields } from './selected-fields.ts';
import { useQueryFacets } from './use-query-facets.ts';
import { useQueryHelp } from './use-query-help.ts';
import { useSearch } from './use-search.ts';
import { WithinChip } from './within-chip.tsx';
import { wordsAsQuery } from './words-as-query.ts';
import { WordsField } from './words-field.tsx';

export function SearchPage() {
  const { t } = useTranslation('search');
  const search = useSearch();
  const { state, change } = search;
  const { key } = useLocation();
  const help = useQueryHelp();
  const saved = useSavedSearch(state);
  const [sheet, setSheet] = useState(false);

  // An address with only a saved search in it opens that search.
  const opened = saved !== undefined && namesOnlySavedSearch(state) ? saved : undefined;
  useEffect(() => {
    if (opened !== undefined) change(stateFrom(opened), { replace: true });
  }, [opened, change]);

  // A query that cannot be parsed is not sent.
  const broken = useMemo(() => isBroken(state), [state]);
  const hasQuery = asksSomething(state) && !broken;
  const source = useMemo(() => (asksSomething(state) && !isBroken(state) ? sourceOf(state) : null), [state]);
  const results = useDocumentRows(source);
  const fields = useMemo(
    () => (state.mode === 'words' ? [] : selectedFields(state.query)),
    [state.mode, state.query],
  );
  const refused = hasStatus(results.failure, 400) ? results.failure : null;
  const refusal = useMemo(
    () => (refused === null ? null : { query: state.query, error: refused }),
    [refused, state.query],
  );

  const [writing, setWriting] = useState({ draft: state.query, ran: state.query });
  if (writing.ran !== state.query) setWriting({ draft: state.query, ran: state.query });
  const edited = state.mode !== 'words' && writing.draft !== state.query;

  const words = state.mode === 'words';
  const narrowing = useQueryFacets(state, help.vocabulary);
  const answer = useQuery({ ...facetsOf(state), enabled: words });
  const aggregations = words ? answer.data?.aggregations : narrowing.aggregations;
  const filters = words ? state.filters : narrowing.filters;
  const facets = facetsIn(aggregations, filters);
  const chosen = chosenFilters(filters, aggregations);
  const choose = (facet: string, keys: readonly string[], on: boolean) => {
    const next = withFilter(filters, facet, keys, on);
    change(words ? { filters: next } : { query: narrowing.queryWith(facet, next[facet] ?? []) });
  };
  const clear = () => change(words ? { filters: {} } : { query: narrowing.base });
  // Labels of values and fields may still be loading: only the chips wait for them, not the page.
  const chips = (
    <Suspense>
      <ChosenChips chosen={chosen} onRemove={({ id, keys }) => choose(id, keys, false)} />
    </Suspense>
  );
  const list = (
    <Suspense>
      <FacetList facets={facets} onChoose={choose} />
    </Suspense>
  );

  const switchTo = (mode: SearchMode) => {
    // A query has its folder in its conditions.
    const taken =
      words && mode !== 'words' && hasQuery ? { query: wordsAsQuery(state, aggregations), within: null } : {};
    const left = !words && mode !== 'words' ? { query: writing.draft } : taken;
    change({ mode, ...left });
  };
  useShortcut({
    keys: '/',
    label: t('words.label'),
    group: t('title'),
    run: () => document.querySelector<HTMLElement>('main input[type=search]')?.focus() ?? false,
  });

  const title = saved?.title ?? t('title');
  useTabTitle(title);
  return (
    <div className={css.page} data-facets={facets.length > 0 || undefined}>
      <InSlot name="breadcrumb">
        <nav aria-label={t('breadcrumb')}>
          <ol className={css.crumbs}>
            <li>
              {saved === undefined ? <b>{t('title')}</b> : <Link to={paths.search.href()}>{t('title')}</Link>}
            </li>
            {saved === undefined ? null : (
              <li>
                <b>
                  <BidiName>{saved.title}</BidiName>
                </b>
                {matchesSavedSearch(state, saved) ? null : (
                  <span className={css.edited}>{t('saved.edited')}</span>
                )}
              </li>
            )}
          </ol>
        </nav>
      </InSlot>
      <InSlot name="phone-title">
        <b className={css['phone-title']}>{title}</b>
      </InSlot>
      <InSlot name="actions">
        <SavedSearches search={search} />
      </InSlot>
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      {facets.length === 0 ? null : (
        <aside className={css.facets} aria-label={t('facet.label')}>
          {chosen.length === 0 ? null : (
            <div className={css.chosen}>
              <h2>
                {t('facet.label')}
                <button type="button" className={css.link} onClick={clear}>
                  {t('facet.clear')}
                </button>
              </h2>
              <div className={css.chips}>{chips}</div>
            </div>
          )}
          {list}
        </aside>
      )}
      <div className={css.box}>
        <ModeSwitch mode={state.mode} onChange={switchTo} />
        {state.mode === 'words' ? (
          <>
            <span className={css.filters}>
              <Button size="small" icon={ListFilter} onClick={() => setSheet(true)}>
                {t('facet.label')}
              </Button>
            </span>
            {state.within === null ? null : (
              <div className={css.within}>
                <WithinChip path={state.within} onRemove={() => change({ within: null })} />
              </div>
            )}
            <WordsField value={state.text} onChange={(text) => change({ text }, { replace: true })} />
            {chosen.length === 0 ? null : <div className={css['narrow-chips']}>{chips}</div>}
          </>
        ) : (
          <QueryBox
            mode={state.mode}
            draft={writing.draft}
            onDraft={(draft) => setWriting({ draft, ran: state.query })}
            onRun={(query) => (query === state.query ? results.retry() : change({ query }))}
            help={help}
            refusal={refusal}
            running={results.loading}
            explained={broken ? state.query : null}
          />
        )}
        {broken ? (
          <div className={css.note} role="alert">
            <BrokenQuery query={state.query} help={help} />
          </div>
        ) : null}
        {results.failure === null ? null : (
          <div className={css.note}>
            {refusal === null ? (
              <Note kind="bad" onRetry={results.retry}>
                {t('results.failed', { reason: results.failure.message })}
              </Note>
            ) : (
              <RefusedQuery refusal={refusal} help={help} />
            )}
          </div>
        )}
      </div>
      <section className={css.results} aria-label={t('results.label')}>
        {hasQuery ? (
          <>
            <ResultHead search={search} results={results} edited={edited} />
            {/* Only the list waits for its data: if the editor were hidden meanwhile, it would lose the focus. */}
            <Suspense>
              <SearchResults
                key={key}
                fields={fields}
                results={results}
                empty={<NothingFound search={search} aggregations={aggregations} />}
              />
            </Suspense>
          </>
        ) : broken ? null : (
          <EmptyState title={t('start.title')}>{t('start.text')}</EmptyState>
        )}
      </section>
      <Sheet open={sheet} onClose={() => setSheet(false)} title={t('facet.label')}>
        {list}
        {facets.length === 0 ? <p>{t('facet.none')}</p> : null}
      </Sheet>
    </div>
  );
}
