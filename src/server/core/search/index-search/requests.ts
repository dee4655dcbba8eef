/**
 * Reads the body of an index search.
 * Invariant: unknown keys, aggregations and options are refused by name.
 */
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { SortKey } from '../../kernel/document-store.ts';
import { errors } from '../../kernel/errors.ts';
import type { RangeDefinition } from '../provider-definitions.ts';
import {
  everything,
  type IndexCondition,
  mostClauses,
  objectOf,
  onlyEntry,
  type Room,
  readCondition,
  requireKeys,
  scalarText,
} from './conditions.ts';

export interface IndexRequest {
  readonly condition: IndexCondition;
  readonly aggregations: readonly Aggregation[];
  readonly from: number;
  readonly size: number;
  readonly sort: readonly SortKey[];
  /** The fields of a hit to return; undefined for all. */
  readonly source: readonly string[] | undefined;
}

export interface Aggregation {
  readonly name: string;
  readonly type: AggregationType;
  /** Empty for `filter`. */
  readonly field: string;
  readonly filter: IndexCondition;
  readonly ranges: readonly RangeDefinition[];
  readonly size: number;
  readonly order: string;
  /** Undefined: the default of the type. */
  readonly minimum: number | undefined;
  readonly interval: string;
  readonly format: string | undefined;
  readonly zone: string;
  readonly bounds: { readonly min: string; readonly max: string } | undefined;
  readonly children: readonly Aggregation[];
}

const options = {
  terms: ['field', 'size', 'order', 'min_doc_count', 'shard_size', 'show_term_doc_count_error'],
  range: ['field', 'ranges'],
  date_range: ['field', 'ranges', 'format', 'time_zone'],
  histogram: ['field', 'interval', 'min_doc_count'],
  date_histogram: [
    'field',
    'interval',
    'calendar_interval',
    'fixed_interval',
    'format',
    'time_zone',
    'min_doc_count',
    'extended_bounds',
  ],
  filter: undefined,
  missing: ['field'],
  cardinality: ['field', 'precision_threshold'],
  value_count: ['field'],
  min: ['field'],
  max: ['field'],
  avg: ['field'],
  sum: ['field'],
} as const satisfies Record<string, readonly string[] | undefined>;

export type AggregationType = keyof typeof options;

const isType = (name: string): name is AggregationType => Object.hasOwn(options, name);

export function readRequest(body: JsonObject, parameters: URLSearchParams): IndexRequest {
  requireKeys(body, 'search', [
    'query',
    'aggs',
    'aggregations',
    'from',
    'size',
    'sort',
    '_source',
    'track_total_hits',
  ]);
  const unknown = [...parameters.keys()].find((name) => !knownParameters.has(name));
  if (unknown !== undefined) throw errors.badRequest(`unrecognized parameter: [${unknown}]`);
  return {
    condition: body.query === undefined ? everything : readCondition(body.query),
    aggregations: readAggregations(body.aggs ?? body.aggregations, { left: mostClauses }),
    from: wholeNumber(parameters.get('from') ?? body.from, 0, 'from'),
    size: wholeNumber(parameters.get('size') ?? body.size, 10, 'size'),
    sort: listOf(body.sort).flatMap(readSort),
    source: readSource(body._source),
  };
}

const knownParameters: ReadonlySet<string> = new Set(['search_type', 'from', 'size', 'pretty']);

/** @param room limits all aggregations together, at any level: each is a query, and nested ones run for every bucket */
function readAggregations(json: Json | undefined, room: Room): readonly Aggregation[] {
  if (json === undefined) return [];
  const described = Object.entries(objectOf(json, 'aggs'));
  room.left -= described.length;
  if (room.left < 0) throw errors.badRequest(`[aggs] may be ${mostClauses} at most`);
  return described.map(([name, aggregation]) => {
    const { aggs, aggregations, ...own } = objectOf(aggregation, name);
    const [type, content] = onlyEntry(own, name);
    if (!isType(type)) throw errors.badRequest(`Unknown aggregation type [${type}]`);
    return readAggregation(name, type, objectOf(content, type), readAggregations(aggs ?? aggregations, room));
  });
}

function fewRanges(json: Json | undefined): readonly Json[] {
  const ranges = listOf(json);
  if (ranges.length > mostClauses) throw errors.badRequest(`[ranges] may be ${mostClauses} at most`);
  return ranges;
}

function readAggregation(
  name: string,
  type: AggregationType,
  content: JsonObject,
  children: readonly Aggregation[],
): Aggregation {
  const known = options[type];
  if (known) requireKeys(content, type, known);
  if (isMetric(type) && children.length > 0) {
    throw errors.badRequest(`Aggregator [${name}] of type [${type}] cannot accept sub-aggregations`);
  }
  const bounds = content.extended_bounds;
  return {
    name,
    type,
    field: known ? scalarText(content.field, `${type}.field`) : '',
    filter: known ? everything : readCondition(content),
    ranges: fewRanges(content.ranges).map(readRange),
    size: wholeNumber(content.size, 10, 'size'),
    order: listOf(content.order).map(readOrder).join('') || 'count desc',
    minimum:
      content.min_doc_count === undefined
        ? undefined
        : wholeNumber(content.min_doc_count, 0, 'min_doc_count'),
    interval: textOr(content.calendar_interval ?? content.fixed_interval ?? content.interval, ''),
    format: content.format === undefined ? undefined : scalarText(content.format, 'format'),
    zone: textOr(content.time_zone, 'UTC'),
    bounds: bounds === undefined ? undefined : readBounds(objectOf(bounds, 'extended_bounds')),
    children,
  };
}

export function isMetric(type: AggregationType): boolean {
  return !['terms', 'range', 'date_range', 'histogram', 'date_histogram', 'filter', 'missing'].includes(type);
}

function readRange(json: Json): RangeDefinition {
  const range = objectOf(json, 'ranges');
  requireKeys(range, 'ranges', ['key', 'from', 'to']);
  const { from, to } = range;
  const label = `${textOr(from, '*')}-${textOr(to, '*')}`;
  return {
    key: textOr(range.key, label),
    ...(from === undefined || from === null ? {} : { from: scalarText(from, 'from') }),
    ...(to === undefined || to === null ? {} : { to: scalarText(to, 'to') }),
  };
}

/** `{"_count": "desc"}`, `{"_key": "asc"}`. */
function readOrder(json: Json): string {
  const [by, direction] = onlyEntry(objectOf(json, 'order'), 'order');
  if (by !== '_count' && by !== '_key' && by !== '_term') {
    throw errors.badRequest(`Invalid aggregation order path [${by}]`);
  }
  return `${by === '_count' ? 'count' : 'key'} ${direction === 'asc' ? 'asc' : 'desc'}`;
}

function readBounds(bounds: JsonObject): { min: string; max: string } {
  requireKeys(bounds, 'extended_bounds', ['min', 'max']);
  return { min: scalarText(bounds.min, 'min'), max: scalarText(bounds.max, 'max') };
}

/** `"dc:title"`, `{"dc:title": "desc"}`, `{"dc:title": {"order": "desc"}}`. */
function readSort(json: Json): readonly SortKey[] {
  if (typeof json === 'string') return [{ name: json, descending: false }];
  return Object.entries(objectOf(json, 'sort')).map(([name, given]) => {
    const order = isJsonObject(given) ? given.order : given;
    if (isJsonObject(given)) requireKeys(given, 'sort', ['order', 'unmapped_type', 'missing']);
    return { name, descending: order === 'desc' };
  });
}

function readSource(json: Json | undefined): readonly string[] | undefined {
  if (json === undefined || json === true) return undefined;
  return json === false ? [] : listOf(json).map((name) => scalarText(name, '_source'));
}

function listOf(json: Json | undefined): readonly Json[] {
  if (json === undefined) return [];
  return Array.isArray(json) ? json : [json];
}

function textOr(json: Json | undefined, otherwise: string): string {
  return json === undefined || json === null ? otherwise : scalarText(json, 'value');
}

function wholeNumber(json: Json | undefined, otherwise: number, name: string): number {
  const value = json === undefined || json === null ? otherwise : Number(json);
  if (!Number.isSafeInteger(value) || value < 0) throw errors.badRequest(`[${name}] must not be negative`);
  return value;
}
