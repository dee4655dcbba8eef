/**
 * Computes several aggregates of one query together: its documents are read once, with the values that all of them need.
 * Invariant: each result is the same as when it is computed alone.
 */
import { type RawBuilder, sql } from 'kysely';
import type { AggregateRequest, AggregateResult } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import {
  countDocuments,
  countRows,
  countsOfRanges,
  rangeBuckets,
  sizeOf,
  type TermRow,
  termBuckets,
  termsOf,
  type Values,
} from './aggregate-values.ts';
import type { FirstRows } from './first-rows.ts';
import { anyElement, type Field, type ListField, type ValueField } from './nxql-fields.ts';
import { run } from './search-page.ts';

export interface Wanted<T extends Field = Field> {
  readonly aggregated: AggregateRequest;
  readonly field: T;
}

/** A bucket of terms, or the counts of all ranges of an aggregate as one text. */
interface CountRow {
  readonly aggregate: number;
  readonly text: string | null;
  readonly number: number | null;
  readonly count: number;
}

export function canBeCountedTogether(wanted: Wanted): wanted is Wanted<ValueField | ListField> {
  const { aggregated, field } = wanted;
  if ((field.kind !== 'value' && field.kind !== 'list') || field.element !== undefined) return false;
  if (isOfRanges(aggregated)) return aggregated.ranges.length > 0;
  return aggregated.type === 'terms' || aggregated.type === 'significant_terms';
}

/** Empty for a single aggregate, which is not worth it. */
export async function countTogether(
  context: StoreContext,
  wanted: readonly Wanted<ValueField | ListField>[],
  { source, where }: FirstRows,
): Promise<ReadonlyMap<AggregateRequest, AggregateResult>> {
  if (wanted.length < 2) return new Map();
  const { engine } = context;
  const columns = new Map<string, { readonly name: string; readonly value: RawBuilder<unknown> }>();
  const parts = wanted.map(({ aggregated, field }, index) => {
    const name = columns.get(field.name)?.name ?? `v${columns.size}`;
    columns.set(field.name, { name, value: aggregatedValue(engine, field) });
    const values = valuesIn(engine, field, sql.ref(`d.${name}`));
    return { aggregated, values, counts: countsOf(engine, sql.lit(index), values, aggregated) };
  });
  const kepts = [...columns.values()].map(({ name, value }) => sql`, ${value} as ${sql.ref(name)}`);
  const rows = await run(
    context,
    sql<CountRow>`with found as materialized (select d.seq${sql.join(kepts, sql``)} from ${source} where ${where})
      ${sql.join(
        parts.map(({ counts }) => counts),
        sql` union all `,
      )} order by 1, 2`,
  );
  return new Map(
    parts.map(({ aggregated, values }, index) => [
      aggregated,
      resultOf(
        aggregated,
        values,
        rows.filter((row) => row.aggregate === index),
      ),
    ]),
  );
}

/** The value kept of a document for its aggregate. */
function aggregatedValue(engine: Engine, field: ValueField | ListField): RawBuilder<unknown> {
  return field.kind === 'list' ? engine.jsonValue(field.source, field.path) : field.sql;
}

function valuesIn(engine: Engine, field: ValueField | ListField, column: RawBuilder<unknown>): Values {
  if (field.kind === 'value')
    return { from: sql`found d where 1 = 1`, value: { ...field, sql: column }, counted: countRows };
  const source = { expression: column, isElement: false };
  const { table, value } = anyElement(engine, { ...field, source, path: [] });
  return { from: sql`found d cross join ${table} where 1 = 1`, value, counted: countDocuments };
}

function countsOf(
  engine: Engine,
  place: RawBuilder<unknown>,
  values: Values,
  aggregated: AggregateRequest,
): RawBuilder<CountRow> {
  const { from, value } = values;
  if (isOfRanges(aggregated)) {
    const counts = countsOfRanges(engine, values, aggregated).map((count) => sql`cast(${count} as text)`);
    return sql`select ${place} as aggregate, 1 as place, ${sql.join(counts, sql` || ',' || `)} as text,
      cast(null as double precision) as number, 0 as count from ${from} and ${value.sql} is not null`;
  }
  const { rows, order } = termsOf(values, aggregated);
  const [text, number] = isText(value) ? [sql.ref('one.key'), sql`null`] : [sql`null`, sql.ref('one.key')];
  return sql`select ${place} as aggregate, row_number() over () as place, cast(${text} as text) as text,
    cast(${number} as double precision) as number, one.count as count
    from (${rows} order by ${order} limit ${sizeOf(aggregated)}) as one`;
}

function resultOf(
  aggregated: AggregateRequest,
  { value }: Values,
  rows: readonly CountRow[],
): AggregateResult {
  const { id } = aggregated;
  if (isOfRanges(aggregated)) {
    const counts = rows.flatMap(({ text }) => text?.split(',').map(Number) ?? []);
    return { id, buckets: rangeBuckets(aggregated, counts) };
  }
  const terms = rows.map(({ text, number, count }): TermRow => ({ key: text ?? number ?? '', count }));
  return { id, buckets: termBuckets(value, terms) };
}

function isOfRanges({ type }: AggregateRequest): boolean {
  return type === 'range' || type === 'date_range';
}

function isText({ type }: ValueField): boolean {
  return type === 'text' || type === 'date';
}
