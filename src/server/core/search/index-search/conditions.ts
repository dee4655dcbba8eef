/**
 * Reads the filters of an index search (`bool`, `term`, `range` …) into conditions for documents and audit entries alike.
 * Invariant: unknown filters are refused by name; no part of a filter is ignored.
 */
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import { errors, type RepositoryError } from '../../kernel/errors.ts';

export type RangeOperator = '<' | '<=' | '>' | '>=';

export type IndexCondition =
  /** An empty `and` is always true, an empty `or` never. */
  | { readonly kind: 'and' | 'or'; readonly items: readonly IndexCondition[] }
  | { readonly kind: 'not'; readonly item: IndexCondition }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly string[] }
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly bounds: readonly { readonly operator: RangeOperator; readonly value: string }[];
      readonly zone: string;
    }
  | { readonly kind: 'exists'; readonly field: string }
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string }
  /** Words anywhere in the text, or in one property. */
  | { readonly kind: 'words'; readonly field: string | undefined; readonly text: string };

export const everything: IndexCondition = { kind: 'and', items: [] };

export function both(one: IndexCondition, other: IndexCondition): IndexCondition {
  return { kind: 'and', items: [one, other] };
}

/** The default limit of Elasticsearch; values of `terms` and `ids` do not count. */
export const mostClauses = 1_024;

/** How many more clauses one query may have. */
export interface Room {
  left: number;
}

export function readCondition(json: Json | undefined): IndexCondition {
  return readWithin(json, { left: mostClauses });
}

function readWithin(json: Json | undefined, room: Room): IndexCondition {
  room.left -= 1;
  if (room.left < 0) throw tooManyClauses();
  const [name, content] = onlyEntry(objectOf(json, 'query'), 'query');
  const read = readers.get(name);
  if (!read) throw errors.badRequest(`unknown query [${name}]`);
  return read(objectOf(content, name), room);
}

function tooManyClauses(): RepositoryError {
  return errors.badRequest(`too_many_clauses: [maxClauseCount] is set to ${mostClauses}`);
}

type Reader = (content: JsonObject, room: Room) => IndexCondition;

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    match_all: (content) => {
      requireKeys(content, 'match_all', ['boost']);
      return everything;
    },
    match_none: () => ({ kind: 'or', items: [] }),
    bool: readBool,
    constant_score: (content, room) => {
      requireKeys(content, 'constant_score', ['filter', 'boost']);
      return readWithin(content.filter, room);
    },
    term: (content) => {
      const { field, value } = fieldAndValue(content, 'term', 'value');
      return { kind: 'in', field, values: [scalarText(value, 'term')] };
    },
    terms: (content) => {
      const [field, values] = onlyEntry(withoutBoost(content), 'terms');
      if (!Array.isArray(values)) throw errors.badRequest('[terms] query requires a list of values');
      return { kind: 'in', field, values: values.map((value) => scalarText(value, 'terms')) };
    },
    ids: ({ values }) => {
      if (!Array.isArray(values)) throw errors.badRequest('[ids] query requires a list of values');
      return { kind: 'in', field: 'ecm:uuid', values: values.map((value) => scalarText(value, 'ids')) };
    },
    exists: (content) => {
      requireKeys(content, 'exists', ['field', 'boost']);
      return { kind: 'exists', field: scalarText(content.field, 'exists') };
    },
    prefix: (content) => {
      const { field, value } = fieldAndValue(content, 'prefix', 'value');
      return { kind: 'like', field, pattern: `${escaped(scalarText(value, 'prefix'))}%` };
    },
    wildcard: (content) => {
      const { field, value } = fieldAndValue(content, 'wildcard', 'value');
      const pattern = escaped(scalarText(value, 'wildcard')).replaceAll('*', '%').replaceAll('?', '_');
      return { kind: 'like', field, pattern };
    },
    range: readRange,
    match: (content) => {
      const [field, given] = onlyEntry(content, 'match');
      const options = isJsonObject(given) ? given : { query: given };
      requireKeys(options, 'match', ['query', 'operator']);
      return words(field, scalarText(options.query, 'match'), options.operator);
    },
    match_phrase: (content) => {
      const { field, value } = fieldAndValue(content, 'match_phrase', 'query');
      return { kind: 'words', field: searched(field), text: `"${scalarText(value, 'match_phrase')}"` };
    },
    query_string: readQueryString,
    simple_query_string: readQueryString,
  }),
);

function readBool(content: JsonObject, room: Room): IndexCondition {
  requireKeys(content, 'bool', ['must', 'filter', 'should', 'must_not', 'minimum_should_match', 'boost']);
  const all = [...conditionsIn(content.must, room), ...conditionsIn(content.filter, room)];
  const none = conditionsIn(content.must_not, room);
  const some = conditionsIn(content.should, room);
  const least = Number(content.minimum_should_match ?? (all.length > 0 ? 0 : 1));
  if (least !== 0 && least !== 1) throw errors.badRequest('[minimum_should_match] may be 0 or 1');
  return {
    kind: 'and',
    items: [
      ...all,
      ...none.map((item): IndexCondition => ({ kind: 'not', item })),
      ...(some.length > 0 && least === 1 ? [{ kind: 'or', items: some } as const] : []),
    ],
  };
}

function conditionsIn(json: Json | undefined, room: Room): readonly IndexCondition[] {
  if (json === undefined) return [];
  return (Array.isArray(json) ? json : [json]).map((item) => readWithin(item, room));
}

const rangeOperators: ReadonlyMap<string, RangeOperator> = new Map(
  Object.entries<RangeOperator>({ lt: '<', lte: '<=', gt: '>', gte: '>=' }),
);

function readRange(content: JsonObject): IndexCondition {
  const [field, given] = onlyEntry(content, 'range');
  const { time_zone: zone = 'UTC', format: _format, boost: _boost, ...limits } = objectOf(given, 'range');
  const bounds = Object.entries(limits).flatMap(([name, value]) => {
    const operator = rangeOperators.get(name);
    if (!operator) throw errors.badRequest(`[range] query does not support [${name}]`);
    return value === null || value === undefined ? [] : [{ operator, value: scalarText(value, 'range') }];
  });
  return { kind: 'range', field, bounds, zone: scalarText(zone, 'time_zone') };
}

function readQueryString(content: JsonObject, room: Room): IndexCondition {
  requireKeys(content, 'query_string', ['query', 'default_field', 'fields', 'default_operator']);
  const fields = Array.isArray(content.fields) ? content.fields : [content.default_field ?? '_all'];
  room.left -= fields.length;
  if (room.left < 0) throw tooManyClauses();
  const texts = fields.map((field) => scalarText(field, 'query_string').replace(/\^\d+(?:\.\d+)?$/, ''));
  const text = scalarText(content.query, 'query_string');
  return { kind: 'or', items: texts.map((field) => words(field, text, content.default_operator)) };
}

/** One of the words is enough, unless the operator is `and`. */
function words(field: string, text: string, operator: Json | undefined): IndexCondition {
  const isAll = String(operator ?? 'or').toLowerCase() === 'and';
  const single = text.split(/\s+/).filter((word) => word !== '');
  return { kind: 'words', field: searched(field), text: isAll ? text : single.join(' OR ') };
}

const wholeText: ReadonlySet<string> = new Set(['_all', '*', 'all_field', 'ecm:fulltext']);

function searched(field: string): string | undefined {
  return wholeText.has(field) ? undefined : field.replace(/\.fulltext$/, '');
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function fieldAndValue(content: JsonObject, name: string, key: string) {
  const [field, given] = onlyEntry(withoutBoost(content), name);
  if (!isJsonObject(given)) return { field, value: given };
  requireKeys(given, name, [key, 'boost']);
  return { field, value: given[key] };
}

function withoutBoost({ boost: _boost, ...content }: JsonObject): JsonObject {
  return content;
}

export function onlyEntry(content: JsonObject, name: string): readonly [string, Json | undefined] {
  const [entry, ...others] = Object.entries(content);
  if (entry === undefined) throw errors.badRequest(`[${name}] is empty`);
  if (others.length > 0) throw errors.badRequest(`[${name}] takes one entry, not also [${others[0]?.[0]}]`);
  return entry;
}

export function objectOf(json: Json | undefined, name: string): JsonObject {
  if (!isJsonObject(json)) throw errors.badRequest(`[${name}] must be an object`);
  return json;
}

export function requireKeys(content: JsonObject, name: string, known: readonly string[]): void {
  const unknown = Object.keys(content).find((key) => !known.includes(key));
  if (unknown !== undefined) throw errors.badRequest(`[${name}] does not support [${unknown}]`);
}

export function scalarText(json: Json | undefined, name: string): string {
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') return String(json);
  throw errors.badRequest(`[${name}] requires a value`);
}
