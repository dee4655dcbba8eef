/**
 * Makes NXQL text from a page provider and its parameters.
 * Invariant: each value becomes one literal of the property's type; other values are refused.
 */
import {
  bindParameters,
  findField,
  type ParameterValue,
  parse,
  quoteString,
  type Vocabulary,
} from '#nxql/index.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import { actorNames, namedGroups } from '../people/principals.ts';
import type { PredicateDefinition, ProviderDefinition } from './provider-definitions.ts';
import { vocabularyOf } from './query-vocabulary.ts';
import { expand, expandAll } from './run-query.ts';

export interface ProviderParameters {
  readonly positional: readonly ParameterValue[];
  readonly named: Readonly<Record<string, ParameterValue>>;
}

/**
 * Expands `$…` in the parameters, and removes the schema prefix that some clients put before names. Patterns may use
 * `:currentActors`: the names by which the caller may be an actor of a task.
 */
export function readParameters(session: Session, parameters: ProviderParameters): ProviderParameters {
  const named = expandAll(session, parameters.named);
  const bare = Object.entries(named).map(
    ([name, value]) => [name.slice(name.indexOf(':') + 1), value] as const,
  );
  return {
    positional: parameters.positional.map((value) => expand(session, value)),
    named: {
      currentActors: actorNames(session.username, namedGroups(session.principals)),
      ...Object.fromEntries(bare),
      ...named,
    },
  };
}

/** The query without selections of aggregates; `clauses` are added with AND. */
export function providerQuery(
  session: Session,
  provider: ProviderDefinition,
  parameters: ProviderParameters,
  sortColumn: string | undefined,
  clauses: readonly string[],
): string {
  // Before values are inserted, as they may contain that word.
  const named = (text: string): string => text.replaceAll('SORTED_COLUMN', sortColumn ?? 'ecm:uuid');
  const pattern = bindParameters(named(provider.pattern), {
    ...parameters,
    quote: provider.quoteParameters,
    escape: provider.escapeParameters,
  });
  const fixed =
    provider.fixedPart === undefined ? [] : [bindParameters(named(provider.fixedPart), parameters)];
  const vocabulary = vocabularyOf(session.types);
  const conditions = provider.predicates.flatMap((predicate) =>
    condition(vocabulary, predicate, parameters.named),
  );
  return withConditions(pattern, [...fixed, ...conditions, ...clauses]);
}

/** Adds conditions before the query's order. Text that cannot be parsed stays as it is, and is refused later. */
function withConditions(text: string, conditions: readonly string[]): string {
  const { query } = parse(text);
  if (conditions.length === 0 || query === undefined) return text;
  const added = conditions.join(' AND ');
  const types = query.from.at(-1)?.span.end ?? text.length;
  if (query.where === undefined) return `${text.slice(0, types)} WHERE ${added}${text.slice(types)}`;
  // A condition's span does not include the brackets around it, so WHERE and the next clause are searched for.
  const start = types + (/^\s*WHERE\b/i.exec(text.slice(types))?.[0].length ?? 0);
  const rest = text.slice(query.where.span.end).search(/\s(?:ORDER\s+BY|LIMIT|OFFSET)\s/i);
  const end = rest < 0 ? text.length : query.where.span.end + rest;
  return `${text.slice(0, start)} (${text.slice(start, end).trim()}) AND ${added}${text.slice(end)}`;
}

function condition(
  vocabulary: Vocabulary,
  predicate: PredicateDefinition,
  named: ProviderParameters['named'],
): readonly string[] {
  const { operator, property } = predicate;
  const values = valuesOf(named[predicate.parameter]);
  const literal = (value: string): string => literalFor(vocabulary, property, value);
  const [first] = values;
  if (operator === 'BETWEEN') {
    const [upper] = predicate.upper === undefined ? [] : valuesOf(named[predicate.upper]);
    return between(property, first && literal(first), upper && literal(upper));
  }
  if (first === undefined) return [];
  switch (operator) {
    case 'IN':
      return values.length === 1
        ? [`${property} = ${literal(first)}`]
        : [`${property} IN (${values.map(literal).join(', ')})`];
    case 'STARTSWITH':
      return [anyOf(values.map((value) => `${property} STARTSWITH ${quoteString(value)}`))];
    case 'FULLTEXT': {
      const words = sanitiseFulltext(first);
      const field = property.startsWith('ecm:fulltext') ? property : `ecm:fulltext.${property}`;
      return words === '' ? [] : [`${field} = ${quoteString(words)}`];
    }
    case 'LIKE':
    case 'ILIKE':
      return [`${property} ${operator} ${quoteString(first)}`];
    case 'IS NULL':
      return [`${property} IS ${isYes(first) ? '' : 'NOT '}NULL`];
    default:
      return [`${property} ${operator} ${literal(first)}`];
  }
}

function between(property: string, low: string | undefined, high: string | undefined): readonly string[] {
  if (low && high) return [`${property} BETWEEN ${low} AND ${high}`];
  if (low) return [`${property} >= ${low}`];
  return high ? [`${property} <= ${high}`] : [];
}

export function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions.join('') : `(${conditions.join(' OR ')})`;
}

/** Lists arrive as arrays or as JSON text. Empty texts count as no value. */
export function valuesOf(value: ParameterValue | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object') return value.flatMap((item) => valuesOf(item));
  const text = String(value);
  return (readList(text) ?? [text]).filter((one) => one !== '');
}

function readList(text: string): readonly string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** The value as a literal of the property's type. */
export function literalFor(vocabulary: Vocabulary, property: string, value: string): string {
  const field = findField(vocabulary, property);
  switch (field?.element ?? field?.type) {
    case 'date':
      return dateLiteral(property, value);
    case 'boolean':
      return isYes(value) ? '1' : '0';
    case 'long':
    case 'integer':
    case 'double':
      if (!/^-?\d+(?:\.\d+)?$/.test(value)) throw errors.badRequest(`${value} is no number for ${property}`);
      return value;
    default:
      return quoteString(value);
  }
}

function dateLiteral(property: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return `DATE '${value}'`;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw errors.badRequest(`${value} is no date for ${property}`);
  return `TIMESTAMP '${time.toISOString()}'`;
}

function isYes(value: string): boolean {
  return value === '1' || value.toLowerCase() === 'true';
}

/** Punctuation separates words; a trailing `*` and a leading `-` keep their meaning. */
export function sanitiseFulltext(text: string): string {
  const spaced = text.replace(/[!#$%&'()+,./\\:\-@{|}`^~"<>=;?[\]]/g, (mark, at: number) =>
    mark === '-' && /(?:^|\s)$/.test(text.slice(0, at)) && /^\S/.test(text.slice(at + 1)) ? '-' : ' ',
  );
  return spaced
    .split(/\s+/)
    .map((word) => word.replace(/\*(?!$)/g, ' ').trim())
    .filter((word) => word !== '' && word !== '*' && word !== '-')
    .join(' ');
}
