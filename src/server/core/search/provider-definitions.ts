/**
 * How page providers are stated: named queries with parameters, filters, aggregates and an order
 *.
 * Invariant: plain data; configuration states its own in the same shape.
 */
import type { AggregateType } from '#wire/search.ts';

export interface SortInfo {
  readonly column: string;
  readonly ascending: boolean;
}

export type PredicateOperator =
  | '='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | 'IN'
  | 'BETWEEN'
  | 'LIKE'
  | 'ILIKE'
  | 'STARTSWITH'
  | 'FULLTEXT'
  | 'IS NULL';

/** A named parameter that becomes a condition when it has a value. */
export interface PredicateDefinition {
  readonly parameter: string;
  readonly operator: PredicateOperator;
  /** `FULLTEXT`: `ecm:fulltext` or a property. */
  readonly property: string;
  /** The upper bound's parameter, for BETWEEN. */
  readonly upper?: string;
}

export interface RangeDefinition {
  readonly key: string;
  /** A number, or a time relative to now: `now-7d`. */
  readonly from?: number | string;
  readonly to?: number | string;
}

export interface AggregateDefinition {
  /** Also the parameter that selects keys. */
  readonly id: string;
  readonly type: AggregateType;
  readonly field: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly ranges?: readonly RangeDefinition[];
}

export interface QuickFilterDefinition {
  readonly name: string;
  readonly clause?: string;
  readonly sort?: readonly SortInfo[];
}

export interface ProviderDefinition {
  readonly name: string;
  /** The query with `?` and `:name`; a definition has a pattern or a where clause. */
  readonly pattern: string;
  /** ANDed to the pattern, always. */
  readonly fixedPart?: string;
  readonly predicates: readonly PredicateDefinition[];
  readonly sort: readonly SortInfo[];
  /** Entries come in the order that the collection, the first parameter, keeps its members in. */
  readonly inMemberOrder?: boolean;
  readonly isSortable: boolean;
  readonly pageSize: number;
  readonly maxPageSize?: number;
  /** Counted up to this many; `page` counts no further than the page. */
  readonly countLimit?: number | 'page';
  /** Values are quoted by the pattern itself. */
  readonly quoteParameters: boolean;
  /** Parameters are query text of the caller's own. */
  readonly escapeParameters: boolean;
  readonly aggregates: readonly AggregateDefinition[];
  readonly quickFilters: readonly QuickFilterDefinition[];
  readonly searchDocumentType?: string;
}

/** `dc:title` ascending, `-dc:modified` descending. */
export function sortInfos(spelling: string): readonly SortInfo[] {
  return spelling
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) =>
      word.startsWith('-') ? { column: word.slice(1), ascending: false } : { column: word, ascending: true },
    );
}

export function provider(
  name: string,
  pattern: string,
  options: Partial<Omit<ProviderDefinition, 'name' | 'pattern' | 'sort'>> & { readonly sort?: string } = {},
): ProviderDefinition {
  return {
    name,
    pattern,
    predicates: [],
    isSortable: true,
    pageSize: 20,
    quoteParameters: true,
    escapeParameters: true,
    aggregates: [],
    quickFilters: [],
    ...options,
    sort: sortInfos(options.sort ?? ''),
  };
}
