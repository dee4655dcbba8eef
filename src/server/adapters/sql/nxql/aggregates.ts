/**
 * Aggregates over everything that a query finds.
 * Invariant: a document counts once in each bucket that it belongs to; buckets of dates are days, weeks … of UTC.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AggregateRequest, AggregateResult, QueryRequest } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { pathOf } from '../stores/document-columns.ts';
import { compileNxql } from './compile-nxql.ts';
import { dateBuckets } from './date-buckets.ts';
import { type FirstRows, lookAtHits } from './first-rows.ts';
import type { HolderChains } from './holder-chains.ts';
import { invalid } from './nxql-failure.ts';
import { anyElement, Fields, type ValueField } from './nxql-fields.ts';
import { tablesOf } from './nxql-order.ts';
import { literalMoment } from './range-bounds.ts';
import { run } from './search-page.ts';
import { allOf, average } from './sql-terms.ts';

const DEFAULT_SIZE = 10;

export async function aggregate(
  context: StoreContext,
  request: QueryRequest,
  aggregates: readonly AggregateRequest[],
  chains: HolderChains,
): Promise<readonly AggregateResult[]> {
  const fields = new Fields(context.engine, request.scope);
  const compiled = compileNxql(request, context.engine, fields, { selected: [], needsScore: false, chains });
  const { few = compiled } = await lookAtHits(context, compiled, undefined);
  return Promise.all(
    aggregates.map((one) => aggregateValues(context, valuesOf(context.engine, few, fields, one.field), one)),
  );
}

/** What was found, with one row for each value of the field. */
export interface Values {
  readonly from: RawBuilder<unknown>;
  readonly value: ValueField;
  /** How many documents there are, or of those rows for which something holds. */
  counted(condition?: RawBuilder<unknown>): RawBuilder<number>;
}

/** Telling documents apart costs more than reading them. */
export const countRows: Values['counted'] = (condition) =>
  condition === undefined ? sql`count(*)` : sql`count(case when ${condition} then 1 end)`;
const countDocuments: Values['counted'] = (condition) =>
  condition === undefined
    ? sql`count(distinct d.seq)`
    : sql`count(distinct case when ${condition} then d.seq end)`;

export async function aggregateValues(
  context: StoreContext,
  values: Values,
  aggregated: AggregateRequest,
): Promise<AggregateResult> {
  const { id } = aggregated;
  switch (aggregated.type) {
    case 'terms':
    case 'significant_terms':
      return { id, buckets: await terms(context, values, aggregated) };
    case 'range':
    case 'date_range':
      return { id, buckets: await ranges(context, values, aggregated) };
    case 'histogram':
      return { id, buckets: await histogram(context, values, aggregated) };
    case 'date_histogram': {
      if (values.value.type !== 'date') throw invalid(`Not a date: ${aggregated.field}`);
      const days = await run(
        context,
        sql<{ key: string; count: number }>`select substr(${values.value.sql}, 1, 16) as key,
          ${values.counted()} as count from ${values.from} and ${values.value.sql} is not null
          group by 1 order by 1`,
      );
      return { id, buckets: dateBuckets(days, aggregated.properties.interval ?? 'month') };
    }
    case 'min':
    case 'max':
    case 'avg':
    case 'sum':
    case 'cardinality':
    case 'count':
    case 'missing':
      return { id, buckets: [], value: await metric(context, values, aggregated.type) };
  }
}

function valuesOf(engine: Engine, { source, where }: FirstRows, fields: Fields, name: string): Values {
  const level = /^ecm:path@level(\d{1,4})$/.exec(name)?.[1];
  const field = level === undefined ? fields.resolve(name) : pathLevel(engine, name, Number(level));
  const join = (tables: readonly RawBuilder<unknown>[]) =>
    sql.join(
      tables.map((table) => sql` left join ${table} on true`),
      sql``,
    );
  switch (field.kind) {
    case 'value':
      return {
        from: sql`${source}${join(tablesOf(field.element))} where ${where}`,
        value: field,
        counted: field.element === undefined ? countRows : countDocuments,
      };
    case 'list': {
      const { table, value } = anyElement(engine, field);
      const tables = join([...tablesOf(field.element), table]);
      return { from: sql`${source}${tables} where ${where}`, value, counted: countDocuments };
    }
    default:
      throw invalid(`Cannot aggregate on: ${name}`);
  }
}

/** The name of the folder (or of the document itself) so many levels below the root. */
function pathLevel(engine: Engine, name: string, level: number): ValueField {
  return { kind: 'value', name, type: 'text', sql: engine.pathSegment(pathOf('d', 'p'), level) };
}

async function terms(
  context: StoreContext,
  { from, value, counted }: Values,
  { properties }: AggregateRequest,
) {
  const size = whole(properties.size, DEFAULT_SIZE);
  const minimum = whole(properties.minDocCount, 1);
  const order = (properties.order ?? 'count desc').toLowerCase();
  const direction = order.endsWith('asc') ? sql`asc` : sql`desc`;
  const sorting = /^(key|term)/.test(order) ? sql`1 ${direction}` : sql`2 ${direction}, 1 asc`;
  const rows = await run(
    context,
    sql<{ key: string | number; count: number }>`select ${value.sql} as key, ${counted()} as count
      from ${from} and ${value.sql} is not null group by 1
      having ${counted()} >= ${minimum} order by ${sorting} limit ${size}`,
  );
  return rows.map(({ key, count }) => ({
    key: value.type === 'flag' ? String(key === 1) : String(key),
    docCount: count,
  }));
}

async function ranges(
  context: StoreContext,
  { from, value, counted }: Values,
  { ranges, type }: AggregateRequest,
) {
  const { engine } = context;
  if (ranges.length === 0) return [];
  const isDate = type === 'date_range';
  if (value.type !== (isDate ? 'date' : 'number')) throw invalid(`Cannot make ranges of: ${value.name}`);
  const bound = (limit: number | string): RawBuilder<unknown> =>
    isDate
      ? engine.textParameter(new Date(literalMoment(limit)).toISOString())
      : engine.numberParameter(Number(limit));
  const columns = ranges.map((range, place) => {
    const inside = [
      ...(range.from === undefined ? [] : [sql<SqlBool>`${value.sql} >= ${bound(range.from)}`]),
      ...(range.to === undefined ? [] : [sql<SqlBool>`${value.sql} < ${bound(range.to)}`]),
    ];
    return sql`${counted(allOf(inside))} as ${sql.ref(`r${place}`)}`;
  });
  const [row] = await run(
    context,
    sql<Record<string, number>>`select ${sql.join(columns)} from ${from} and ${value.sql} is not null`,
  );
  const number = (limit: number | string | undefined): number | null => {
    if (limit === undefined) return null;
    return isDate ? literalMoment(limit) : Number(limit);
  };
  return ranges.map((range, place) => ({
    key: range.key,
    docCount: row?.[`r${place}`] ?? 0,
    from: number(range.from),
    to: number(range.to),
  }));
}

async function histogram(
  context: StoreContext,
  { from, value, counted }: Values,
  { properties }: AggregateRequest,
) {
  const interval = Number(properties.interval);
  if (!(interval > 0) || value.type !== 'number') throw invalid(`Cannot make intervals of: ${value.name}`);
  const width = sql`cast(${context.engine.numberParameter(interval)} as double precision)`;
  // What no number can count, and what is nothing of an interval, are errors to some engines when they divide.
  const largest = context.engine.numberParameter(Number.MAX_VALUE * Math.min(interval, 1));
  const place = sql`case when abs(${value.sql}) >= ${width} then floor(${value.sql} / ${width})
    when ${value.sql} < 0 then -1 else 0 end`;
  const rows = await run(
    context,
    sql<{ place: number; count: number }>`select ${place} as place, ${counted()} as count
      from ${from} and abs(${value.sql}) <= ${largest} group by 1 order by 1`,
  );
  return rows.map(({ place, count }) => ({
    key: String(place * interval),
    docCount: count,
    from: place * interval,
    to: (place + 1) * interval,
  }));
}

type Metric = 'min' | 'max' | 'avg' | 'sum' | 'cardinality' | 'count' | 'missing';

async function metric(context: StoreContext, { from, value }: Values, kind: Metric): Promise<number | null> {
  const expression = metricExpression(kind, value, context.engine);
  const [row] = await run(
    context,
    sql<{ value: number | string | null }>`select ${expression} as value from ${from}`,
  );
  const found = row?.value ?? null;
  return typeof found === 'string' ? Date.parse(found) : found;
}

function metricExpression(kind: Metric, value: ValueField, engine: Engine): RawBuilder<unknown> {
  switch (kind) {
    case 'cardinality':
      return sql`count(distinct ${value.sql})`;
    case 'count':
      return sql`count(${value.sql})`;
    case 'missing':
      return sql`count(distinct case when ${value.sql} is null then d.seq end)`;
    case 'min':
    case 'max':
      if (value.type === 'number' || value.type === 'date') return sql`${sql.raw(kind)}(${value.sql})`;
      break;
    case 'avg':
    case 'sum':
      if (value.type === 'number') return kind === 'sum' ? engine.sum(value.sql) : average(value.sql, engine);
  }
  throw invalid(`Cannot take the ${kind} of: ${value.name}`);
}

function whole(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise);
  return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
