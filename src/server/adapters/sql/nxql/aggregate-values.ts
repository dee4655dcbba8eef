/**
 * Computes one aggregate over rows of values.
 * Invariant: a document counts once in each of its buckets; date buckets are days, weeks … in UTC.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AggregateRequest, AggregateResult } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { dateBuckets } from './date-buckets.ts';
import { invalid } from './nxql-failure.ts';
import type { ValueField } from './nxql-fields.ts';
import { literalMoment } from './range-bounds.ts';
import { run } from './search-page.ts';
import { allOf, average } from './sql-terms.ts';

const DEFAULT_SIZE = 10;

type Buckets = AggregateResult['buckets'];

/** The found documents, with one row for each value of the field. */
export interface Values {
  readonly from: RawBuilder<unknown>;
  readonly value: ValueField;
  /** The number of documents, or of those with a row that meets the condition. */
  counted(condition?: RawBuilder<unknown>): RawBuilder<number>;
}

/** For one row for each document: then counting distinct documents, which costs more than reading them, is not needed. */
export const countRows: Values['counted'] = (condition) =>
  condition === undefined ? sql`count(*)` : sql`count(case when ${condition} then 1 end)`;
export const countDocuments: Values['counted'] = (condition) =>
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

async function terms(context: StoreContext, values: Values, aggregated: AggregateRequest) {
  const { rows, order } = termsOf(values, aggregated);
  return termBuckets(
    values.value,
    await run(context, sql<TermRow>`${rows} order by ${order} limit ${sizeOf(aggregated)}`),
  );
}

export interface TermRow {
  readonly key: string | number;
  readonly count: number;
}

/** All terms, in the requested order. */
export function termsOf(
  { from, value, counted }: Values,
  { properties }: AggregateRequest,
): { readonly rows: RawBuilder<TermRow>; readonly order: RawBuilder<unknown> } {
  const minimum = whole(properties.minDocCount, 1);
  const order = (properties.order ?? 'count desc').toLowerCase();
  const direction = order.endsWith('asc') ? sql`asc` : sql`desc`;
  return {
    rows: sql<TermRow>`select ${value.sql} as key, ${counted()} as count
      from ${from} and ${value.sql} is not null group by 1 having ${counted()} >= ${minimum}`,
    order: /^(key|term)/.test(order) ? sql`1 ${direction}` : sql`2 ${direction}, 1 asc`,
  };
}

export function sizeOf({ properties }: AggregateRequest): number {
  return whole(properties.size, DEFAULT_SIZE);
}

export function termBuckets({ type }: ValueField, rows: readonly TermRow[]): Buckets {
  return rows.map(({ key, count }) => ({
    key: type === 'flag' ? String(key === 1) : String(key),
    docCount: count,
  }));
}

async function ranges(context: StoreContext, values: Values, aggregated: AggregateRequest) {
  const counts = countsOfRanges(context.engine, values, aggregated);
  if (counts.length === 0) return [];
  const columns = counts.map((count, index) => sql`${count} as ${sql.ref(`r${index}`)}`);
  const [row] = await run(
    context,
    sql<
      Record<string, number>
    >`select ${sql.join(columns)} from ${values.from} and ${values.value.sql} is not null`,
  );
  return rangeBuckets(
    aggregated,
    counts.map((_, index) => row?.[`r${index}`] ?? 0),
  );
}

export function countsOfRanges(
  engine: Engine,
  { value, counted }: Values,
  { ranges, type }: AggregateRequest,
): readonly RawBuilder<number>[] {
  const isDate = type === 'date_range';
  if (ranges.length > 0 && value.type !== (isDate ? 'date' : 'number'))
    throw invalid(`Cannot make ranges of: ${value.name}`);
  const bound = (limit: number | string): RawBuilder<unknown> =>
    isDate
      ? engine.textParameter(new Date(literalMoment(limit)).toISOString())
      : engine.numberParameter(Number(limit));
  return ranges.map((range) => {
    const inside = [
      ...(range.from === undefined ? [] : [sql<SqlBool>`${value.sql} >= ${bound(range.from)}`]),
      ...(range.to === undefined ? [] : [sql<SqlBool>`${value.sql} < ${bound(range.to)}`]),
    ];
    return counted(allOf(inside));
  });
}

export function rangeBuckets({ ranges, type }: AggregateRequest, counts: readonly number[]): Buckets {
  const number = (limit: number | string | undefined): number | null => {
    if (limit === undefined) return null;
    return type === 'date_range' ? literalMoment(limit) : Number(limit);
  };
  return ranges.map((range, index) => ({
    key: range.key,
    docCount: counts[index] ?? 0,
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
  // Dividing a number that is too large, or too small, is an error on some engines.
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
