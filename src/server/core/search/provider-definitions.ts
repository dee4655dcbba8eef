/**
 * The form of page providers: named queries with parameters, filters, aggregates and an order.
 * Invariant: plain data; configured providers have the same form.
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
  /** Also the name of the parameter with the selected keys. */
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
  /** The query with `?` and `:name`; a provider has a pattern or a where clause. */
  readonly pattern: string;
  /** ANDed to the pattern, always. */
  readonly fixedPart?: string;
  readonly predicates: readonly PredicateDefinition[];
  readonly sort: readonly SortInfo[];
  /** Entries are in the order of the members of the collection that is the first parameter. */
  readonly inMemberOrder?: boolean;
  readonly isSortable: boolean;
  readonly pageSize: number;
  readonly maxPageSize?: number;
  /** Counts up to this many; `page` counts no further than the page. */
  readonly countLimit?: number | 'page';
  /** The pattern itself has quotes around its parameters. */
  readonly quoteParameters: boolean;
  /** Parameters are parts of query text, written by the caller. */
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
