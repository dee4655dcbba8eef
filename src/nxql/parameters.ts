/**
 * Puts parameter values in the place of `?` and `:name` before a query is parsed.
 * Invariant: a quoted and escaped value stays one literal, whatever characters it holds. A placeholder
 * without a value is left standing, so that the lexer reports it where it is.
 */
import { escapeString } from './lexer.ts';

export type ParameterValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

export interface Parameters {
  readonly positional: readonly ParameterValue[];
  readonly named: Readonly<Record<string, ParameterValue>>;
  /** False when the pattern quotes for itself (`LIKE '?*'`): placeholders inside its literals count too. */
  readonly quote?: boolean;
  /** False when the value is a piece of query that its owner vouches for. */
  readonly escape?: boolean;
}

/** An unfinished literal takes the rest, or a value's quotes could close it and the value become query. */
const LITERAL = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|['"].*`;
/** A name is swallowed whole, so that the colon of `dc:title` begins no placeholder. */
const NAME = '[A-Za-z_$][A-Za-z0-9_:.-]*';
const HINT = String.raw`/\*\+ES:[^*]*\*/`;
/** With a prefix of its own where it names a property of the search document: `:np:title`. */
const PLACEHOLDER = String.raw`\?|:[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z0-9_]+)*`;
const OUTSIDE_LITERALS = new RegExp(`${LITERAL}|${NAME}|${HINT}|${PLACEHOLDER}`, 'gs');
const EVERYWHERE = new RegExp(`${NAME}|${PLACEHOLDER}`, 'g');

export function bindParameters(text: string, parameters: Parameters): string {
  const { positional, named, quote = true, escape: escaping = true } = parameters;
  let used = 0;
  return text.replace(quote ? OUTSIDE_LITERALS : EVERYWHERE, (found) => {
    let value: ParameterValue | undefined;
    if (found === '?') value = positional[used++];
    else if (found.startsWith(':')) value = ownValue(named, found.slice(1));
    return value === undefined ? found : written(value, quote, escaping);
  });
}

function ownValue(named: Parameters['named'], name: string): ParameterValue | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

function written(value: ParameterValue, quote: boolean, escaping: boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'object' && value !== null) {
    const items = value.length === 0 ? [''] : value;
    return `(${items.map((item) => written(item, true, escaping)).join(', ')})`;
  }
  const string = typeof value === 'string' ? value : '';
  const safe = escaping ? escapeString(string) : string;
  return quote ? `'${safe}'` : safe;
}
