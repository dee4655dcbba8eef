/**
 * Sorting and selecting by names in a query.
 * Invariant: an order is total: equal rows are sorted by id, and by list element where elements are rows, so that pages never
 * overlap.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '#nxql/index.ts';
import type { QueryRequest, SortKey } from '#server/core/kernel/document-store.ts';
import type { Engine } from '../engine.ts';
import { pathOf } from '../stores/document-columns.ts';
import type { SortedColumn } from './list-memory.ts';
import { invalid } from './nxql-failure.ts';
import { anyElement, type Field, type Fields } from './nxql-fields.ts';
import type { ListElement } from './nxql-terms.ts';
import type { Condition } from './sql-terms.ts';
import { CONDITION_ONLY } from './system-columns.ts';

export function sortKeysOf({ query, sort }: QueryRequest): readonly SortKey[] {
  if (sort.length > 0) return sort;
  return query.orderBy.map(({ reference, descending }) => ({ name: reference.name, descending }));
}

/** A full-text query without an order is sorted by score. */
export function isRanked(request: QueryRequest): boolean {
  const keys = sortKeysOf(request);
  return (
    keys.length === 0 || keys.some(({ name }) => name === 'ecm:fulltextScore') || selectsScore(request.query)
  );
}

function selectsScore(query: Query): boolean {
  return query.select.some(
    ({ operand }) => operand.kind === 'reference' && operand.name === 'ecm:fulltextScore',
  );
}

export function orderBy(
  keys: readonly SortKey[],
  fields: Fields,
  engine: Engine,
  options: {
    readonly score: RawBuilder<number> | undefined;
    readonly bestFirst?: RawBuilder<unknown> | undefined;
    /** Rows that come before the others when no sort is requested. */
    readonly isAhead?: Condition | undefined;
    readonly joined: readonly ListElement[];
  },
): RawBuilder<unknown> {
  const { score, bestFirst, isAhead, joined } = options;
  const places = joined.map(({ alias }) => engine.jsonPlace(alias));
  if (keys.length === 0 && bestFirst !== undefined && isAhead === undefined)
    return sql`order by ${bestFirst}`;
  if (keys.length === 0) {
    const ahead = isAhead === undefined ? [] : [sql`case when ${isAhead} then 0 else 1 end`];
    const best = score === undefined ? [] : [sql`${score} desc`];
    return sql`order by ${sql.join([...ahead, ...best, sql`d.seq`, ...places])}`;
  }
  const terms = keys.map(({ name, descending }) => {
    const value = sortValue(fields.resolve(name), engine, score, joined);
    return sql`${value} ${descending ? engine.descending : engine.ascending}`;
  });
  // The direction of the indexes, as PostgreSQL uses them only then.
  const last = keys.at(-1)?.descending === true ? engine.descending : engine.ascending;
  return sql`order by ${sql.join([...terms, sql`d.id ${last}`, ...places])}`;
}

/** The sorted column, if there is only one and folders have an index for it. */
export function sortedColumn(keys: readonly SortKey[], fields: Fields): SortedColumn | undefined {
  const [key] = keys;
  if (key === undefined || keys.length > 1) return undefined;
  return sortedColumns.get(fields.resolve(key.name).name);
}

const sortedColumns: ReadonlyMap<string, SortedColumn> = new Map([
  ['dc:title', 'title_key'],
  ['dc:modified', 'modified'],
  ['ecm:pos', 'position'],
]);

/** The reverse order; undefined without sort keys. */
export function reversed(keys: readonly SortKey[]): readonly SortKey[] | undefined {
  return keys.length === 0 ? undefined : keys.map((key) => ({ ...key, descending: !key.descending }));
}

function sortValue(
  field: Field,
  engine: Engine,
  score: RawBuilder<number> | undefined,
  joined: readonly ListElement[],
): RawBuilder<unknown> {
  if (CONDITION_ONLY.has(field.name)) throw invalid(`Cannot order by column: ${field.name}`);
  switch (field.kind) {
    case 'value': {
      const value = field.sortBy ?? field.sql;
      if (field.element === undefined || joined.includes(field.element)) return value;
      return smallest(value, tablesOf(field.element));
    }
    case 'list': {
      const { table, value } = anyElement(engine, field);
      return smallest(value.sql, [...tablesOf(field.element), table]);
    }
    case 'path':
      return pathOf('d', 'p');
    case 'score':
      if (score === undefined) throw invalid('ecm:fulltextScore cannot be used without ecm:fulltext');
      return score;
    default:
      throw invalid(`Cannot order by column: ${field.name}`);
  }
}

/** A document with several values is sorted by its smallest one. */
function smallest(value: RawBuilder<unknown>, tables: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(select min(${value}) from ${sql.join(tables, sql` cross join `)})`;
}

/** The tables that an element comes from, outermost first. */
export function tablesOf(element: ListElement | undefined): readonly RawBuilder<unknown>[] {
  return element === undefined ? [] : [...tablesOf(element.parent), element.table];
}
