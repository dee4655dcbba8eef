/**
 * Filters beside a written query: which of its conditions are filters that the server counts, and the query with one
 * more or one less. Pure. Invariant: all that is chosen stands in the query itself, where it can be read and saved.
 */
import type { Vocabulary } from '#nxql/index.ts';
import type { FacetDefinition } from '#web/api/provider-facets.ts';
import { type BuilderRow, type ConditionRow, rowsOf, withRows } from './builder-rows.ts';
import type { Filters } from './search-state.ts';

export interface SplitQuery {
  /** Without the conditions that are filters. */
  readonly base: string;
  readonly filters: Filters;
}

/** A range cannot be distinguished from other conditions, so only values are filters here. */
export function valueFacets(facets: readonly FacetDefinition[]): readonly FacetDefinition[] {
  return facets.filter(({ type }) => type === 'terms');
}

export function splitQuery(
  query: string,
  facets: readonly FacetDefinition[],
  vocabulary: Vocabulary,
): SplitQuery {
  const rows = rowsOf(query) ?? [];
  const chosen = facets.flatMap(({ id, field }) => {
    const row = rows.find((one) => isFilter(one, field));
    return row === undefined || row.kind === 'raw' ? [] : [{ id, row }];
  });
  if (chosen.length === 0) return { base: query, filters: {} };
  const others = rows.filter((row) => !chosen.some((one) => one.row === row));
  return {
    base: withRows(query, others, vocabulary),
    filters: Object.fromEntries(chosen.map(({ id, row }) => [id, row.values])),
  };
}

/** The query with exactly these values of a field; with none of them, without a condition on it. */
export function withFacetValues(
  query: string,
  field: string,
  values: readonly string[],
  vocabulary: Vocabulary,
): string {
  const rows = rowsOf(query);
  if (rows === undefined) return query;
  const wanted: readonly ConditionRow[] =
    values.length === 0
      ? []
      : [{ kind: 'condition', field, operator: values.length === 1 ? '=' : 'IN', values }];
  const at = rows.findIndex((row) => isFilter(row, field));
  const next = at < 0 ? [...rows, ...wanted] : [...rows.slice(0, at), ...wanted, ...rows.slice(at + 1)];
  return withRows(query, next, vocabulary);
}

function isFilter(row: BuilderRow, field: string): boolean {
  return row.kind === 'condition' && row.field === field && (row.operator === '=' || row.operator === 'IN');
}
