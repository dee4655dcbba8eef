/**
 * Puts parameter values in place of `?` and `:name` before a query is parsed. Invariant: a quoted and escaped value stays one
 * literal, whatever characters it has. A placeholder without a value is kept, so that the lexer reports it at its position.
 */
import { escapeString } from './lexer.ts';

export type ParameterValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

export interface Parameters {
  readonly positional: readonly ParameterValue[];
  readonly named: Readonly<Record<string, ParameterValue>>;
  /** False if the pattern has its own quotes (`LIKE '?*'`): placeholders inside its literals are replaced too. */
  readonly quote?: boolean;
  /** False if the value is a piece of query from a trusted source. */
  readonly escape?: boolean;
}

/** An unfinished literal extends to the end; otherwise the quotes of a value could close it, and the value become query. */
const LITERAL = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|['"].*`;
/** A name is matched whole, so that the colon of `dc:title` does not begin a placeholder. */
const NAME = '[A-Za-z_$][A-Za-z0-9_:.-]*';
const HINT = String.raw`/\*\+ES:[^*]*\*/`;
/** May have a prefix, for a property of the search document: `:np:title`. */
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
