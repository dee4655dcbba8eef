/**
 * `SELECT dc:title, COUNT(ecm:uuid) …`: rows of values instead of documents.
 * Invariant: a value's key is its alias or the expression as written; a selected wildcard gives a row per element.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Operand, printOperand, type SelectItem } from '#nxql/index.ts';
import type { QueryRequest, QueryResult, SortKey } from '#server/core/kernel/document-store.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { readJson } from '../stores/json-columns.ts';
import { compileNxql } from './compile-nxql.ts';
import { lookAtHits } from './first-rows.ts';
import type { HolderChains } from './holder-chains.ts';
import { invalid } from './nxql-failure.ts';
import { type Field, Fields } from './nxql-fields.ts';
import { isRanked, orderBy, sortKeysOf } from './nxql-order.ts';
import type { ListElement } from './nxql-terms.ts';
import { findPage } from './search-page.ts';
import { average } from './sql-terms.ts';
import { CONDITION_ONLY } from './system-columns.ts';

interface Column {
  /** The value's name in the answer. */
  readonly key: string;
  readonly text: string;
  readonly alias: string;
  readonly field: Field;
  readonly aggregate: string | undefined;
  readonly kind: 'plain' | 'flag' | 'json';
}

const ALL: SelectItem = {
  operand: {
    kind: 'reference',
    name: 'ecm:uuid',
    asDate: false,
    hint: undefined,
    span: { start: 0, end: 0 },
  },
  alias: undefined,
  span: { start: 0, end: 0 },
};

export async function project(
  context: StoreContext,
  request: QueryRequest,
  chains: HolderChains,
): Promise<QueryResult<JsonObject>> {
  const { engine } = context;
  const { query } = request;
  const fields = new Fields(engine, request.scope);
  const items = query.select.length === 0 ? [ALL] : query.select;
  const columns = items.map((item, index) => toColumn(item, index, fields));
  const isAggregated = columns.some(({ aggregate }) => aggregate !== undefined);
  if (isAggregated && columns.some(({ aggregate }) => aggregate === undefined))
    throw invalid('Cannot select columns together with functions');

  const compiled = compileNxql(request, engine, fields, {
    selected: selectedElements(columns),
    needsScore: isRanked(request),
    chains,
  });
  const { score, joined } = compiled;
  const { few } = await lookAtHits(context, compiled, 'few');
  const { source, where } = few ?? compiled;
  const { longestText } = request;
  const values = columns.map(
    (column) => sql`${selectedValue(column, engine, { score, longestText })} as ${sql.ref(column.alias)}`,
  );
  const distinct = query.distinct ? sql`distinct ` : sql``;
  const selection = sql<
    Record<string, unknown>
  >`select ${distinct}${sql.join(values)} from ${source} where ${where}`;
  const keys = sortKeysOf(request);
  const order = isAggregated
    ? sql``
    : query.distinct
      ? orderBySelected(keys, columns, engine)
      : orderBy(
          keys.map((key) => ({ ...key, name: aliased(key.name, columns) })),
          fields,
          engine,
          { score, joined },
        );
  const page = await findPage(context, request, { page: selection, count: selection }, { forwards: order });
  return { total: await page.total, items: page.items.map((row) => toRow(row, columns)) };
}

const FUNCTIONS: ReadonlyMap<string, (value: RawBuilder<unknown>, engine: Engine) => RawBuilder<unknown>> =
  new Map([
    ['COUNT', (value) => sql`count(${value})`],
    ['AVG', average],
    ['SUM', (value, engine) => engine.sum(value)],
    ['MIN', (value) => sql`min(${value})`],
    ['MAX', (value) => sql`max(${value})`],
  ]);

function toColumn({ operand, alias }: SelectItem, index: number, fields: Fields): Column {
  const text = printOperand(operand);
  const { field, aggregate } = readSelected(operand, fields);
  const isFlag = field.kind === 'value' && field.type === 'flag' && aggregate !== 'COUNT';
  return {
    key: alias ?? text,
    text,
    alias: `c${index}`,
    field,
    aggregate,
    kind: isFlag ? 'flag' : field.kind === 'list' || field.kind === 'blobKeys' ? 'json' : 'plain',
  };
}

function readSelected(operand: Operand, fields: Fields): { field: Field; aggregate: string | undefined } {
  switch (operand.kind) {
    case 'reference':
      return { field: fields.resolve(operand.name), aggregate: undefined };
    case 'function': {
      const aggregate = operand.name.toUpperCase();
      const [argument, ...more] = operand.args;
      if (!FUNCTIONS.has(aggregate) || argument?.kind !== 'reference' || more.length > 0)
        throw invalid(`Function not supported in SELECT clause: ${printOperand(operand)}`);
      return { field: fields.resolve(argument.name), aggregate };
    }
    case 'arithmetic':
      throw invalid(`Operator not supported: ${operand.operator}`);
    default:
      throw invalid(`Cannot select on column: ${printOperand(operand)}`);
  }
}

function selectedValue(
  { field, aggregate }: Column,
  engine: Engine,
  {
    score,
    longestText,
  }: { readonly score: RawBuilder<number> | undefined; readonly longestText: number | undefined },
): RawBuilder<unknown> {
  if (CONDITION_ONLY.has(field.name)) throw invalid(`Cannot select on column: ${field.name}`);
  const call = aggregate === undefined ? undefined : FUNCTIONS.get(aggregate);
  switch (field.kind) {
    case 'value': {
      if (call === undefined && longestText !== undefined && field.type === 'text')
        return sql`substr(${field.sql}, 1, ${engine.numberParameter(longestText)})`;
      if (call === undefined) return field.sql;
      if ((aggregate === 'SUM' || aggregate === 'AVG') && field.type !== 'number')
        throw invalid(`Function ${aggregate} needs a number: ${field.name}`);
      return call(field.sql, engine);
    }
    case 'list':
      if (call !== undefined) throw invalid(`Cannot select on column: ${field.name}`);
      return engine.jsonText(field.source, field.path);
    case 'blobKeys':
      if (call !== undefined) throw invalid(`Cannot select on column: ${field.name}`);
      return sql`(select ${engine.jsonList(sql.ref('blob_key'))} from blob_references where document_seq = d.seq)`;
    case 'score':
      if (score === undefined) throw invalid('ecm:fulltextScore cannot be used without ecm:fulltext');
      return score;
    default:
      throw invalid(`Cannot select on column: ${field.name}`);
  }
}

/** Each selected list element once, outer lists before inner ones. */
function selectedElements(columns: readonly Column[]): readonly ListElement[] {
  const elements = new Set<ListElement>();
  const add = (element: ListElement | undefined): void => {
    if (element === undefined) return;
    add(element.parent);
    elements.add(element);
  };
  for (const { field } of columns) add(field.element);
  return [...elements];
}

function aliased(name: string, columns: readonly Column[]): string {
  return columns.find((column) => column.key === name)?.field.name ?? name;
}

function orderBySelected(
  keys: readonly SortKey[],
  columns: readonly Column[],
  engine: Engine,
): RawBuilder<unknown> {
  const find = (name: string): Column | undefined =>
    columns.find((column) => column.key === name || column.text === name);
  const missing = keys.filter(({ name }) => find(name) === undefined);
  if (missing.length > 0) {
    const list = missing.map(({ name }) => name).join(', ');
    throw invalid(`For SELECT DISTINCT the ORDER BY columns must be in the SELECT list, missing: [${list}]`);
  }
  const terms = keys.flatMap(({ name, descending }) => {
    const column = find(name);
    const direction = descending ? engine.descending : engine.ascending;
    return column === undefined ? [] : [sql`${sql.ref(column.alias)} ${direction}`];
  });
  const rest = columns.map((column) => sql`${sql.ref(column.alias)} ${engine.ascending}`);
  return sql`order by ${sql.join([...terms, ...rest])}`;
}

function toRow(row: Record<string, unknown>, columns: readonly Column[]): JsonObject {
  return Object.fromEntries(columns.map(({ key, alias, kind }) => [key, toJson(row[alias], kind)]));
}

function toJson(value: unknown, kind: Column['kind']): Json {
  if (typeof value === 'string') return kind === 'json' ? readJson(value) : value;
  if (typeof value === 'number' && Number.isFinite(value)) return kind === 'flag' ? value === 1 : value;
  return null;
}
