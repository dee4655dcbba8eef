/** Aggregates over all results of a query. */
import { type RawBuilder, sql } from 'kysely';
import type { AggregateRequest, AggregateResult, QueryRequest } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { pathOf } from '../stores/document-columns.ts';
import { aggregateValues, countDocuments, countRows, type Values } from './aggregate-values.ts';
import { canBeCountedTogether, countTogether } from './aggregates-together.ts';
import { compileNxql } from './compile-nxql.ts';
import { FEW_TO_COUNT, fewFound } from './few-found.ts';
import { type FirstRows, lookAtHits } from './first-rows.ts';
import type { HolderChains } from './holder-chains.ts';
import { invalid } from './nxql-failure.ts';
import { anyElement, type Field, Fields, type ValueField } from './nxql-fields.ts';
import { tablesOf } from './nxql-order.ts';

export async function aggregate(
  context: StoreContext,
  request: QueryRequest,
  aggregates: readonly AggregateRequest[],
  chains: HolderChains,
): Promise<readonly AggregateResult[]> {
  const { engine } = context;
  const fields = new Fields(engine, request.scope);
  const options = { selected: [], needsScore: false, chains };
  const plain = compileNxql(request, engine, fields, options);
  const keys = await fewFound(context, plain.candidates, FEW_TO_COUNT);
  const compiled =
    keys === undefined ? plain : compileNxql(request, engine, fields, { ...options, found: keys });
  const { few = compiled } = await lookAtHits(context, compiled, 'few');
  const found = aggregates.map((one) => ({ aggregated: one, field: fieldNamed(fields, one.field, engine) }));
  const counted = await countTogether(context, found.filter(canBeCountedTogether), few);
  return Promise.all(
    found.map(
      ({ aggregated, field }) =>
        counted.get(aggregated) ?? aggregateValues(context, valuesOf(engine, few, field), aggregated),
    ),
  );
}

function fieldNamed(fields: Fields, name: string, engine: Engine): Field {
  const level = /^ecm:path@level(\d{1,4})$/.exec(name)?.[1];
  return level === undefined ? fields.resolve(name) : pathLevel(engine, name, Number(level));
}

function valuesOf(engine: Engine, { source, where }: FirstRows, field: Field): Values {
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
      throw invalid(`Cannot aggregate on: ${field.name}`);
  }
}

/** The name of the ancestor (or the document itself) at a level of the path, counted from the root. */
function pathLevel(engine: Engine, name: string, level: number): ValueField {
  return { kind: 'value', name, type: 'text', sql: engine.pathSegment(pathOf('d', 'p'), level) };
}
