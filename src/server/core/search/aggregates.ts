/**
 * Aggregates (facets) of a search: requests to the store, the selected buckets, and the answer.
 * Invariant: an aggregate's `extendedBuckets` ignore its own selection and apply all others.
 */
import { addPeriod, parsePeriod } from '#nxql/index.ts';
import type { Json } from '#wire/json.ts';
import type { AggregateBucket, AggregateEntity } from '#wire/search.ts';
import type { AggregateRequest, AggregateResult } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { AggregateDefinition, RangeDefinition } from './provider-definitions.ts';
import { anyOf, literalFor, type ProviderParameters, valuesOf } from './provider-query.ts';
import { vocabularyOf } from './query-vocabulary.ts';
import { checkedQuery, requestFor } from './run-query.ts';

export type Selections = ReadonlyMap<string, readonly string[]>;

export function selectionsOf(
  aggregates: readonly AggregateDefinition[],
  named: ProviderParameters['named'],
): Selections {
  return new Map(
    aggregates
      .map(({ id }) => [id, valuesOf(named[id])] as const)
      .filter(([, selected]) => selected.length > 0),
  );
}

/** The conditions for all selections, except those of the named aggregate. */
export function selectionClauses(
  session: Session,
  aggregates: readonly AggregateDefinition[],
  selections: Selections,
  except?: string,
): readonly string[] {
  return aggregates
    .filter(({ id }) => id !== except && selections.has(id))
    .map((aggregate) => selectionClause(session, aggregate, selections.get(aggregate.id) ?? []));
}

function selectionClause(session: Session, aggregate: AggregateDefinition, keys: readonly string[]): string {
  const { field, type } = aggregate;
  const vocabulary = vocabularyOf(session.types);
  const literal = (value: string): string => literalFor(vocabulary, field, value);
  if (type === 'range' || type === 'date_range') {
    const ranges = rangesAt(aggregate, session.now).filter(({ key }) => keys.includes(key));
    // A selected key that is not one of the ranges finds nothing.
    if (ranges.length === 0) return "ecm:uuid = ''";
    return anyOf(ranges.map((range) => interval(field, literal, range.from, range.to)));
  }
  if (type === 'histogram' || type === 'date_histogram') {
    return anyOf(keys.map((key) => interval(field, literal, key, intervalEnd(aggregate, key))));
  }
  return keys.length === 1
    ? `${field} = ${keys.map(literal).join('')}`
    : `${field} IN (${keys.map(literal).join(', ')})`;
}

function interval(
  field: string,
  literal: (value: string) => string,
  from: number | string | undefined,
  to: number | string | undefined,
): string {
  const bounds = [
    ...(from === undefined ? [] : [`${field} >= ${literal(String(from))}`]),
    ...(to === undefined ? [] : [`${field} < ${literal(String(to))}`]),
  ];
  return bounds.length === 0 ? `${field} IS NOT NULL` : `(${bounds.join(' AND ')})`;
}

function intervalEnd(aggregate: AggregateDefinition, key: string): string {
  const width = aggregate.properties?.interval ?? '1';
  if (aggregate.type === 'histogram') return String(Number(key) + Number(width));
  const period: Readonly<Record<string, string>> = {
    minute: 'PT1M',
    hour: 'PT1H',
    day: 'P1D',
    week: 'P7D',
    month: 'P1M',
    quarter: 'P3M',
    year: 'P1Y',
  };
  return shifted(new Date(key), period[width] ?? 'P1D');
}

/** Replaces relative times (`now-7d`) by dates. */
function rangesAt(aggregate: AggregateDefinition, now: Date): readonly RangeDefinition[] {
  return (aggregate.ranges ?? []).map(({ key, from, to }) => ({
    key,
    ...(from === undefined ? {} : { from: boundAt(from, now) }),
    ...(to === undefined ? {} : { to: boundAt(to, now) }),
  }));
}

function boundAt(bound: number | string, now: Date): number | string {
  const relative = typeof bound === 'string' ? /^now(?:([+-])(\d+)([yMwdHhm]))?$/.exec(bound) : null;
  if (!relative) return bound;
  const [, sign, amount, unit] = relative;
  if (unit === undefined || amount === undefined) return now.toISOString();
  const isTime = /[Hhm]/.test(unit);
  const letter = unit === 'M' ? 'M' : unit.toUpperCase();
  return shifted(now, `${sign === '-' ? '-' : ''}P${isTime ? 'T' : ''}${amount}${letter}`);
}

function shifted(date: Date, text: string): string {
  const period = parsePeriod(text);
  if (!period) throw errors.badRequest(`Invalid period: ${text}`);
  return addPeriod(date, period).toISOString();
}

/** The documents that are counted. */
interface Counted {
  /** The query with these conditions added. */
  readonly queryFor: (clauses: readonly string[]) => string;
  readonly versionsInFolders?: boolean | undefined;
}

/** All aggregates of a provider. */
export async function runAggregates(
  session: Session,
  aggregates: readonly AggregateDefinition[],
  selections: Selections,
  counted: Counted,
): Promise<Readonly<Record<string, AggregateEntity>>> {
  const ask = async (
    wanted: readonly AggregateDefinition[],
    except?: string,
  ): Promise<ReadonlyMap<string, AggregateResult>> => {
    const text = counted.queryFor(selectionClauses(session, aggregates, selections, except));
    const request = await requestFor(session, checkedQuery(session, text), counted);
    const results = await session.read.documents.aggregate(
      request,
      wanted.map((aggregate) => toRequest(aggregate, session.now)),
    );
    return new Map(results.map((result) => [result.id, result]));
  };
  const within = await ask(aggregates);
  const entities: Record<string, AggregateEntity> = {};
  for (const aggregate of aggregates) {
    const { id } = aggregate;
    const extended = selections.has(id) ? (await ask([aggregate], id)).get(id) : within.get(id);
    entities[id] = toEntity(aggregate, session.now, selections.get(id) ?? [], within.get(id), extended);
  }
  return entities;
}

function toRequest(aggregate: AggregateDefinition, now: Date): AggregateRequest {
  return {
    id: aggregate.id,
    type: aggregate.type,
    field: aggregate.field,
    properties: aggregate.properties ?? {},
    ranges: rangesAt(aggregate, now),
  };
}

const metrics: ReadonlySet<string> = new Set(['min', 'max', 'avg', 'sum', 'cardinality', 'count', 'missing']);

function toEntity(
  aggregate: AggregateDefinition,
  now: Date,
  selection: readonly string[],
  result: AggregateResult | undefined,
  extended: AggregateResult | undefined,
): AggregateEntity {
  const { id, field, type, properties = {} } = aggregate;
  const ranges = (aggregate.ranges ?? []).map(
    ({ key, from, to }): Json => ({
      key,
      from: from ?? null,
      to: to ?? null,
    }),
  );
  const head = { 'entity-type': 'aggregate', id, field, properties, ranges, selection, type } as const;
  if (metrics.has(type)) return { ...head, value: result?.value ?? null };
  return {
    ...head,
    buckets: toBuckets(aggregate, now, result),
    extendedBuckets: toBuckets(aggregate, now, extended),
  };
}

function toBuckets(
  aggregate: AggregateDefinition,
  now: Date,
  result: AggregateResult | undefined,
): readonly AggregateBucket[] {
  if (aggregate.type !== 'date_range') return result?.buckets ?? [];
  const ranges = new Map(rangesAt(aggregate, now).map((range) => [range.key, range]));
  return (result?.buckets ?? []).map(({ key, docCount }) => {
    const from = dateOf(ranges.get(key)?.from);
    const to = dateOf(ranges.get(key)?.to);
    return {
      key,
      docCount,
      from: from?.getTime() ?? null,
      to: to?.getTime() ?? null,
      fromAsDate: secondsOf(from),
      toAsDate: secondsOf(to),
    };
  });
}

/** Seconds since 1970 with fractions: the interface gives these two in seconds, and others in milliseconds. */
function secondsOf(date: Date | undefined): number | null {
  return date === undefined ? null : date.getTime() / 1000;
}

function dateOf(bound: number | string | undefined): Date | undefined {
  return bound === undefined ? undefined : new Date(bound);
}
