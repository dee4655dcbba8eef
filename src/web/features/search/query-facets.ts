/**
 * Filters beside a written query: finds the conditions that are filters of the server, adds and removes them. Pure.
 * Invariant: all chosen filters are in the query itself, where they can be read and saved.
 */
import type { Vocabulary } from '#nxql/index.ts';
import type { FacetDefinition } from '#web/api/provider-facets.ts';
import { type BuilderRow, type ConditionRow, rowsOf, withRows } from './builder-rows.ts';
import type { Filters } from './search-state.ts';

export interface SplitQuery {
  /** The query without the conditions that are filters. */
  readonly base: string;
  readonly filters: Filters;
}

/** A range looks like any other conditions of a query, so only filters by value are used here. */
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

/** The query with exactly these values of a field; without a condition on the field if there are none. */
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
