/** Runs a page provider for a caller: its query, order, page, aggregates, quick filters, highlights. */
import type { QuickFilterState } from '#wire/document.ts';
import type { AggregateEntity } from '#wire/search.ts';
import { memberIds } from '../collections/collections.ts';
import { findDocument } from '../documents/documents.ts';
import { pageCharacters } from '../kernel/budget.ts';
import type { SortKey } from '../kernel/document-store.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { runAggregates, selectionClauses, selectionsOf } from './aggregates.ts';
import { fulltextIn, type Highlight, highlights, searchedWords } from './highlight.ts';
import { type Paged, pageOfList } from './page.ts';
import type { ProviderDefinition, QuickFilterDefinition, SortInfo } from './provider-definitions.ts';
import { providerQuery, readParameters } from './provider-query.ts';
import {
  countLimitOf,
  type PageWork,
  pageRequestOf,
  type QueryOptions,
  queryPage,
  sortKeys,
} from './run-query.ts';

export interface ProviderOptions extends QueryOptions {
  readonly quickFilters?: readonly string[] | undefined;
  readonly highlight?: readonly string[] | undefined;
  readonly skipAggregates?: boolean | undefined;
}

export interface ProviderPage extends Paged<DocumentRow> {
  /** Only when the provider has aggregates. */
  readonly aggregations?: Readonly<Record<string, AggregateEntity>>;
  /** Only when the provider has quick filters. */
  readonly quickFilters?: readonly QuickFilterState[];
  /** By document id, when fields to highlight were named. */
  readonly highlights?: ReadonlyMap<string, readonly Highlight[]>;
}

function providerNamed(session: Session, name: string): ProviderDefinition {
  const provider = session.repository.providers.get(name);
  if (!provider) {
    throw new RepositoryError('notFound', `Could not resolve page provider with name '${name}'`);
  }
  return provider;
}

export async function runProvider(
  session: Session,
  name: string,
  options: ProviderOptions = {},
): Promise<ProviderPage> {
  const run = prepare(session, name, options);
  const { provider, filters, parameters } = run;
  const paged = provider.inMemberOrder
    ? await memberPage(session, run.text, String(parameters.positional[0] ?? ''), options, provider)
    : await queryPage(session, run.text, pageWork(provider, options, run.sort));
  // An aggregate with a selection is always included: its other buckets are needed to change the selection.
  const shown = provider.aggregates.filter(({ id }) => !options.skipAggregates || run.selections.has(id));
  const { queryFor, selections } = run;
  const { versionsInFolders } = options;
  const aggregations =
    shown.length === 0
      ? undefined
      : await runAggregates(session, shown, selections, { queryFor, versionsInFolders });
  return {
    ...paged,
    ...(aggregations ? { aggregations } : {}),
    ...(provider.quickFilters.length > 0
      ? {
          quickFilters: provider.quickFilters.map((one) => ({
            name: one.name,
            active: filters.includes(one),
          })),
        }
      : {}),
    ...(options.highlight && options.highlight.length > 0
      ? {
          highlights: await highlights(
            session,
            paged.entries,
            options.highlight,
            searchedWords(fulltextIn(run.text)),
          ),
        }
      : {}),
  };
}

/** Reads the ids of all members, up to the largest page, because no column has the collection's order. */
async function memberPage(
  session: Session,
  text: string,
  collectionId: string,
  options: ProviderOptions,
  provider: ProviderDefinition,
): Promise<Paged<DocumentRow>> {
  const { maxPageSize } = session.repository.settings;
  const { documents } = session.read;
  const all = { request: { pageSize: 0, currentPageIndex: 0 }, sort: [], countUpTo: 0 };
  const whole = await queryPage(session, text, all, (request) => documents.queryIds(request));
  const collection = await findDocument(session, { id: collectionId });
  const order = new Map((collection ? memberIds(collection) : []).map((id, index) => [id, index]));
  const placeOf = (id: string): number => order.get(id) ?? order.size;
  const sorted = whole.entries.toSorted((one, other) => placeOf(one) - placeOf(other));
  const request = pageRequestOf(options, provider.pageSize);
  const { entries, page } = pageOfList(sorted, request, maxPageSize);
  return {
    entries: await documents.getMany(entries, pageCharacters, options.shown),
    page: { ...page, isSortable: false, totalSize: page.resultsCount },
  };
}

/** The query that a provider would run, for bulk commands over it. */
export function providerText(session: Session, name: string, options: ProviderOptions): string {
  return prepare(session, name, options).text;
}

function prepare(session: Session, name: string, options: ProviderOptions) {
  const provider = providerNamed(session, name);
  const parameters = readParameters(session, {
    positional: options.positional ?? [],
    named: options.named ?? {},
  });
  const filters = provider.quickFilters.filter((filter) => options.quickFilters?.includes(filter.name));
  const sort = orderOf(provider, options, filters);
  const selections = selectionsOf(provider.aggregates, parameters.named);
  const filterClauses = filters.flatMap(({ clause }) => (clause === undefined ? [] : [`(${clause})`]));
  const queryFor = (clauses: readonly string[]): string =>
    providerQuery(session, provider, parameters, sort[0]?.name, [...filterClauses, ...clauses]);
  const text = queryFor(selectionClauses(session, provider.aggregates, selections));
  return { provider, parameters, filters, sort, selections, queryFor, text };
}

function orderOf(
  provider: ProviderDefinition,
  options: ProviderOptions,
  filters: readonly QuickFilterDefinition[],
): readonly SortKey[] {
  const requestedSort = provider.isSortable ? sortKeys(options) : [];
  if (requestedSort.length > 0) return requestedSort;
  return [...filters.flatMap(({ sort = [] }) => sort), ...provider.sort].map(toSortKey);
}

function toSortKey({ column, ascending }: SortInfo): SortKey {
  return { name: column, descending: !ascending };
}

function pageWork(
  provider: ProviderDefinition,
  options: ProviderOptions,
  sort: readonly SortKey[],
): PageWork {
  const request = pageRequestOf(options, provider.pageSize);
  const { countLimit } = provider;
  const ownLimit = countLimit === 'page' ? request.pageSize || -1 : countLimit;
  return {
    request,
    sort,
    countUpTo: ownLimit ?? countLimitOf(options.maxResults),
    isSortable: provider.isSortable,
    versionsInFolders: options.versionsInFolders,
    shown: options.shown,
    ...(provider.maxPageSize === undefined ? {} : { maxPageSize: provider.maxPageSize }),
  };
}
