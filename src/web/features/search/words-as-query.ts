/**
 * Converts words and filters to the query that they stand for, to go on with it in the builder or in NXQL. Pure.
 * Invariant: text that people typed is always a quoted literal.
 */
import { formatQuery, parse, quoteString } from '#nxql/index.ts';
import type { AggregateBucket, AggregateEntity } from '#wire/search.ts';
import type { SearchState } from './search-state.ts';

const shown = "ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isTrashed = 0";

export function wordsAsQuery(
  { text, filters, within, sort }: Pick<SearchState, 'text' | 'filters' | 'within' | 'sort'>,
  aggregations: Readonly<Record<string, AggregateEntity>> | undefined,
): string {
  const words = text.trim() === '' ? [] : [`ecm:fulltext = ${quoteString(text.trim())}`];
  const below = within === null ? [] : [`ecm:path STARTSWITH ${quoteString(within)}`];
  const chosen = Object.entries(filters).flatMap(([id, keys]) => {
    const aggregate = aggregations?.[id];
    return aggregate === undefined ? [] : [condition(aggregate, keys)];
  });
  const order = sort === null ? '' : ` ORDER BY ${sort.by}${sort.order === 'desc' ? ' DESC' : ''}`;
  const written = `SELECT * FROM Document WHERE ${[...words, ...below, ...chosen, shown].join(' AND ')}${order}`;
  const { query } = parse(written);
  return query === undefined ? written : formatQuery(query);
}

function condition({ field, type, buckets = [], extendedBuckets }: AggregateEntity, keys: readonly string[]) {
  if (type !== 'range' && type !== 'date_range') {
    const values = keys.map(quoteString);
    return values.length === 1 ? `${field} = ${values[0]}` : `${field} IN (${values.join(', ')})`;
  }
  const write = type === 'range' ? String : moment;
  const ranges = (extendedBuckets ?? buckets).filter(({ key }) => keys.includes(key));
  return `(${ranges.map((range) => between(field, range, write)).join(' OR ')})`;
}

function between(field: string, { from, to }: AggregateBucket, write: (bound: number) => string): string {
  const bounds = [
    ...(from === null || from === undefined ? [] : [`${field} >= ${write(from)}`]),
    ...(to === null || to === undefined ? [] : [`${field} < ${write(to)}`]),
  ];
  return bounds.length === 0 ? `${field} IS NOT NULL` : bounds.join(' AND ');
}

function moment(ms: number): string {
  return `TIMESTAMP '${new Date(ms).toISOString()}'`;
}
