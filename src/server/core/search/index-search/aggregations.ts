/**
 * Runs the aggregations of an index search; nested ones run once for each bucket.
 * Invariant: every query is a step of the call's budget, and no aggregation has more than 10,000 buckets.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import type { AggregateRequest, AggregateResult } from '../../kernel/document-store.ts';
import { errors } from '../../kernel/errors.ts';
import type { Session } from '../../kernel/session.ts';
import { both, type IndexCondition } from './conditions.ts';
import { formatMoment, intervalOf, readMoment } from './moments.ts';
import type { Aggregation } from './requests.ts';

/** What an index search runs on: documents, or the audit trail. */
export interface IndexSource {
  readonly session: Session;
  aggregate(condition: IndexCondition, request: AggregateRequest): Promise<AggregateResult>;
  count(condition: IndexCondition): Promise<number>;
  /** Whether the field is boolean: keys of buckets show 1 and 0. */
  isFlag(field: string): boolean;
}

const mostBuckets = 10_000;

interface Bucket {
  readonly key: Json;
  readonly asText?: string;
  readonly count: number;
  readonly more?: JsonObject;
  /** The condition that all documents of the bucket meet. */
  readonly within: IndexCondition;
}

export async function aggregations(
  source: IndexSource,
  condition: IndexCondition,
  requested: readonly Aggregation[],
): Promise<JsonObject> {
  const found: Record<string, Json> = {};
  for (const one of requested) {
    await source.session.budget.step();
    found[one.name] = await aggregation(source, condition, one);
  }
  return found;
}

async function aggregation(
  source: IndexSource,
  condition: IndexCondition,
  requested: Aggregation,
): Promise<JsonObject> {
  switch (requested.type) {
    case 'terms':
      return terms(source, condition, requested);
    case 'date_histogram':
      return {
        buckets: await filled(source, condition, requested, await dates(source, condition, requested)),
      };
    case 'histogram':
      return {
        buckets: await filled(source, condition, requested, await intervals(source, condition, requested)),
      };
    case 'range':
    case 'date_range':
      return {
        buckets: await filled(source, condition, requested, await ranges(source, condition, requested)),
      };
    case 'filter':
      return alone(source, condition, requested, requested.filter);
    case 'missing':
      return alone(source, condition, requested, {
        kind: 'not',
        item: { kind: 'exists', field: requested.field },
      });
    default: {
      const type = requested.type === 'value_count' ? 'count' : requested.type;
      const { value = null } = await source.aggregate(condition, request(requested, type));
      return { value };
    }
  }
}

function request(
  { name, field }: Aggregation,
  type: AggregateRequest['type'],
  properties: Readonly<Record<string, string>> = {},
  ranges: AggregateRequest['ranges'] = [],
): AggregateRequest {
  return { id: name, type, field, properties, ranges };
}

async function terms(
  source: IndexSource,
  condition: IndexCondition,
  aggregation: Aggregation,
): Promise<JsonObject> {
  const { field } = aggregation;
  const size = Math.min(aggregation.size, mostBuckets);
  const isFlag = source.isFlag(field);
  const { buckets } = await source.aggregate(
    condition,
    request(aggregation, 'terms', {
      size: String(size),
      minDocCount: String(aggregation.minimum ?? 1),
      order: aggregation.order,
    }),
  );
  const shown = buckets.map(
    ({ key, docCount }): Bucket => ({
      key: isFlag ? Number(key === 'true') : key,
      ...(isFlag ? { asText: key } : {}),
      count: docCount,
      within: { kind: 'in', field, values: [key] },
    }),
  );
  const all =
    buckets.length < size
      ? undefined
      : (await source.aggregate(condition, request(aggregation, 'count'))).value;
  const counted = buckets.reduce((sum, { docCount }) => sum + docCount, 0);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: Math.max(0, (all ?? counted) - counted),
    buckets: await filled(source, condition, aggregation, shown),
  };
}

/** Counts by minute, added up to intervals whose borders are in the requested time zone. */
async function dates(
  source: IndexSource,
  condition: IndexCondition,
  aggregation: Aggregation,
): Promise<readonly Bucket[]> {
  const { field, zone, format, bounds } = aggregation;
  const { now } = source.session;
  const interval = intervalOf(aggregation.interval);
  const minutes = await source.aggregate(
    condition,
    request(aggregation, 'date_histogram', { interval: 'minute' }),
  );
  const counts = new Map<number, number>();
  for (const { from, docCount } of minutes.buckets) {
    const start = interval.start(Number(from), zone);
    counts.set(start, (counts.get(start) ?? 0) + docCount);
  }
  if (bounds && aggregation.minimum !== undefined && aggregation.minimum > 0) throw misplacedBounds();
  const edges = [
    ...counts.keys(),
    ...(bounds ? [bounds.min, bounds.max] : []).map((text) =>
      interval.start(readMoment(text, zone, now, false), zone),
    ),
  ];
  const starts = aggregation.minimum
    ? [...counts.keys()]
    : everyStart(edges, (start) => interval.next(start, zone));
  return starts
    .map((start) => ({ start, count: counts.get(start) ?? 0 }))
    .filter(({ count }) => count >= (aggregation.minimum ?? 0))
    .sort((one, other) => one.start - other.start)
    .map(({ start, count }) => ({
      key: start,
      asText: formatMoment(start, format, zone),
      count,
      within: between(
        field,
        new Date(start).toISOString(),
        new Date(interval.next(start, zone)).toISOString(),
      ),
    }));
}

function misplacedBounds(): Error {
  return errors.badRequest('[extended_bounds] fills empty buckets, which [min_doc_count] leaves out');
}

function everyStart(edges: readonly number[], next: (start: number) => number): readonly number[] {
  if (edges.length === 0) return [];
  const first = edges.reduce((least, edge) => Math.min(least, edge));
  const last = edges.reduce((most, edge) => Math.max(most, edge));
  const starts: number[] = [];
  for (let start = first; start <= last; start = next(start)) {
    starts.push(start);
    if (starts.length > mostBuckets) throw tooMany();
  }
  return starts;
}

function tooMany(): Error {
  return errors.badRequest(
    `Trying to create too many buckets. Must be less than or equal to: [${mostBuckets}]`,
  );
}

async function intervals(
  source: IndexSource,
  condition: IndexCondition,
  aggregation: Aggregation,
): Promise<readonly Bucket[]> {
  const width = Number(aggregation.interval);
  const { buckets } = await source.aggregate(
    condition,
    request(aggregation, 'histogram', { interval: aggregation.interval }),
  );
  const counts = new Map(buckets.map(({ from, docCount }) => [Number(from), docCount]));
  const starts = aggregation.minimum
    ? [...counts.keys()]
    : everyStart([...counts.keys()], (start) => start + width);
  return starts
    .map((start) => ({ start, count: counts.get(start) ?? 0 }))
    .filter(({ count }) => count >= (aggregation.minimum ?? 0))
    .map(({ start, count }) => ({
      key: start,
      count,
      within: between(aggregation.field, String(start), String(start + width)),
    }));
}

async function ranges(
  source: IndexSource,
  condition: IndexCondition,
  aggregation: Aggregation,
): Promise<readonly Bucket[]> {
  const { zone, format, type } = aggregation;
  const isDate = type === 'date_range';
  const { now } = source.session;
  const bound = (limit: string | number): string | number =>
    isDate ? new Date(readMoment(String(limit), zone, now, false)).toISOString() : Number(limit);
  const wanted = aggregation.ranges.map(({ key, from, to }) => ({
    key,
    ...(from === undefined ? {} : { from: bound(from) }),
    ...(to === undefined ? {} : { to: bound(to) }),
  }));
  if (wanted.some(({ from, to }) => Number.isNaN(from) || Number.isNaN(to))) {
    throw errors.badRequest('[ranges] must have numbers as [from] and [to]');
  }
  const { buckets } = await source.aggregate(
    condition,
    request(aggregation, isDate ? 'date_range' : 'range', {}, wanted),
  );
  const limits = (name: 'from' | 'to', limit: number | null | undefined): JsonObject => {
    if (limit === null || limit === undefined) return {};
    return isDate
      ? { [name]: limit, [`${name}_as_string`]: formatMoment(limit, format, zone) }
      : { [name]: limit };
  };
  return buckets.map(({ key, docCount, from, to }, index) => ({
    key,
    count: docCount,
    more: { ...limits('from', from), ...limits('to', to) },
    within: between(aggregation.field, textOf(wanted[index]?.from), textOf(wanted[index]?.to)),
  }));
}

function textOf(limit: string | number | undefined): string | undefined {
  return limit === undefined ? undefined : String(limit);
}

function between(field: string, from: string | undefined, to: string | undefined): IndexCondition {
  return {
    kind: 'range',
    field,
    zone: 'UTC',
    bounds: [
      ...(from === undefined ? [] : [{ operator: '>=', value: from } as const]),
      ...(to === undefined ? [] : [{ operator: '<', value: to } as const]),
    ],
  };
}

async function alone(
  source: IndexSource,
  condition: IndexCondition,
  { children }: Aggregation,
  within: IndexCondition,
): Promise<JsonObject> {
  const narrowed = both(condition, within);
  return { doc_count: await source.count(narrowed), ...(await aggregations(source, narrowed, children)) };
}

async function filled(
  source: IndexSource,
  condition: IndexCondition,
  { children }: Aggregation,
  buckets: readonly Bucket[],
): Promise<Json[]> {
  const shown: Json[] = [];
  for (const { key, asText, count, more = {}, within } of buckets) {
    const inner = children.length === 0 ? {} : await aggregations(source, both(condition, within), children);
    shown.push({
      key,
      ...(asText === undefined ? {} : { key_as_string: asText }),
      ...more,
      doc_count: count,
      ...inner,
    });
  }
  return shown;
}
