/**
 * What can be typed at a caret: keywords, types, properties, fitting operators, values, snippets. Invariant: pure and instant;
 * values on the server are not fetched here: `valuesOf` says which ones the editor must fetch.
 */
import { type Expected, expectedAfter } from './caret-context.ts';
import { tokenize } from './lexer.ts';
import { CONDITION_SNIPPETS, QUERY_SNIPPETS, type Suggestion, word } from './suggestions.ts';
import { type Clause, operatorsFor, SYSTEM_FIELDS } from './system-fields.ts';
import type { Token } from './tokens.ts';
import { periodSuggestions, valueSuggestions } from './value-suggestions.ts';
import { findField, type ValueSource, type Vocabulary } from './vocabulary.ts';

export interface CompletionItem extends Suggestion {
  /** The range that `insert` replaces. */
  readonly from: number;
  readonly to: number;
}

/** Values to fetch: the chosen one replaces `from`–`to`, in quotes unless the caret is between quotes. */
export interface ValueRequest {
  readonly source: ValueSource;
  readonly typed: string;
  readonly quoted: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Completion {
  readonly items: readonly CompletionItem[];
  readonly valuesOf: ValueRequest | undefined;
}

const NOTHING: Completion = { items: [], valuesOf: undefined };

/** The text at the caret that a suggestion must continue, and its range. */
interface Typed {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

const WORD_BEFORE = /[A-Za-z_$][A-Za-z0-9_:.\-/*[\]]*$/;
const WORD_AFTER = /^[A-Za-z0-9_:.\-/*[\]]*/;
/** A new word can begin here; not right after a value or a closing parenthesis, where a space is missing. */
const BOUNDARY = /(?:^|[\s(,=<>])$/;
const LONGEST_WORD = 500;

export function complete(text: string, caret: number, vocabulary: Vocabulary): Completion {
  const tokens = tokenize(text.slice(0, caret));
  const open = openString(text, caret);
  const typed = open ?? wordAt(text, caret, tokens);
  if (typed === undefined) return NOTHING;
  const before = tokens.filter((token) => token.kind !== 'end' && token.start < typed.from - (open ? 1 : 0));
  const expected = expectedAfter(before);
  const suggestions =
    open === undefined ? suggest(expected, vocabulary) : suggestInString(expected, vocabulary);
  const items = suggestions
    .map((suggestion) => numbered(suggestion, typed.text))
    .map((suggestion) => ({ suggestion, rank: rank(suggestion.label, typed.text) }))
    .filter((one) => one.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ suggestion }): CompletionItem => ({ ...suggestion, from: typed.from, to: typed.to }));
  return { items, valuesOf: valueRequest(expected, typed, vocabulary) };
}

/** The string literal around the caret, without its quotes. */
function openString(text: string, caret: number): Typed | undefined {
  const token = tokenize(text).find((one) => one.start < caret && caret <= one.end);
  if (token === undefined || !/^['"]/.test(token.text)) return undefined;
  const finished = token.kind === 'string';
  if (finished && caret === token.end) return undefined;
  const from = token.start + 1;
  return { text: text.slice(from, caret), from, to: finished ? token.end - 1 : caret, quoted: true };
}

/** The word around or before the caret; after `ORDER` it starts at ORDER, to complete `ORDER BY`. */
function wordAt(text: string, caret: number, tokens: readonly Token[]): Typed | undefined {
  const start = Math.max(0, caret - LONGEST_WORD);
  const before = WORD_BEFORE.exec(text.slice(start, caret))?.[0] ?? '';
  const after = before === '' ? '' : (WORD_AFTER.exec(text.slice(caret, caret + LONGEST_WORD))?.[0] ?? '');
  const from = caret - before.length;
  if (!BOUNDARY.test(text.slice(0, from).slice(-1))) return undefined;
  const to = caret + after.length;
  const last = tokens.findLast((token) => token.kind !== 'end' && token.end <= from && token.start < from);
  if (last !== undefined && /^order$/i.test(last.text)) {
    return { text: `${last.text} ${before}`, from: last.start, to, quoted: false };
  }
  return { text: before, from, to, quoted: false };
}

/** Once `*1` is typed, suggested names have it too: `ecm:acl/*1/principal`. */
function numbered(suggestion: Suggestion, typed: string): Suggestion {
  const wildcard = /\/\*\d+/.exec(typed)?.[0];
  if (wildcard === undefined) return suggestion;
  const renamed = suggestion.label.replace('/*', wildcard);
  return suggestion.insert === suggestion.label
    ? { ...suggestion, label: renamed, insert: renamed }
    : suggestion;
}

/** 0: does not fit; otherwise higher is better. `title` finds `dc:title`. */
function rank(label: string, typed: string): number {
  const whole = label.toLowerCase();
  const wanted = typed.toLowerCase();
  if (whole.startsWith(wanted)) return 3;
  if (whole.slice(whole.indexOf(':') + 1).startsWith(wanted)) return 2;
  return wanted.length > 1 && whole.includes(wanted) ? 1 : 0;
}

function suggest(expected: Expected, vocabulary: Vocabulary): readonly Suggestion[] {
  switch (expected.kind) {
    case 'start':
      return [word('SELECT'), ...QUERY_SNIPPETS];
    case 'selectItem':
      return [
        word('*'),
        ...(expected.opening ? [word('DISTINCT')] : []),
        ...fields('S', vocabulary),
        ...AGGREGATES,
      ];
    case 'afterSelectItem':
      return [word('FROM'), ...(expected.nameable ? [word('AS')] : [])];
    case 'type':
      return [...vocabulary.types.values()].map(({ name, parent }): Suggestion => {
        const info = parent === undefined ? 'A base type.' : `A kind of ${parent}.`;
        return { label: name, kind: 'type', detail: 'type', info, insert: name };
      });
    case 'afterType':
      return [word('WHERE'), word('ORDER BY'), word('LIMIT')];
    case 'condition':
      return [...fields('W', vocabulary), word('NOT'), CAST, ...CONDITION_SNIPPETS];
    case 'cast':
      return fields('W', vocabulary).filter((field) => field.detail === 'date');
    case 'operator':
      return operators(expected.field, expected.negated, vocabulary);
    case 'isNull':
      return expected.negated
        ? [word('NULL')]
        : [word('NULL'), { ...word('NULL'), label: 'NOT NULL', insert: 'NOT NULL' }];
    case 'value':
      return valueSuggestions(expected, false, vocabulary);
    case 'argument':
      if (/^now$/i.test(expected.functionName)) return periodSuggestions(false);
      return expected.then.kind === 'afterSelectItem' ? fields('S', vocabulary) : [];
    case 'betweenAnd':
      return [word('AND')];
    case 'afterCondition':
      return [word('AND'), word('OR'), word('ORDER BY'), word('LIMIT')];
    case 'orderItem':
      return fields('O', vocabulary);
    case 'afterOrderItem':
      return [...(expected.directed ? [] : [word('ASC'), word('DESC')]), word('LIMIT')];
    case 'afterLimit':
      return [word('OFFSET')];
    default:
      return [];
  }
}

function suggestInString(expected: Expected, vocabulary: Vocabulary): readonly Suggestion[] {
  if (expected.kind === 'argument' && /^now$/i.test(expected.functionName)) return periodSuggestions(true);
  return expected.kind === 'value' ? valueSuggestions(expected, true, vocabulary) : [];
}

function valueRequest(expected: Expected, typed: Typed, vocabulary: Vocabulary): ValueRequest | undefined {
  if (expected.kind !== 'value' || expected.field === undefined) return undefined;
  const source = findField(vocabulary, expected.field)?.values;
  if (source === undefined) return undefined;
  return { source, typed: typed.text, quoted: typed.quoted, from: typed.from, to: typed.to };
}

const AGGREGATES = ['COUNT', 'MIN', 'MAX', 'SUM', 'AVG'].map(
  (name): Suggestion => ({
    label: name,
    kind: 'function',
    detail: 'function',
    info: 'One number over all rows; for result sets only.',
    insert: `${name}(`,
  }),
);

const CAST: Suggestion = {
  label: 'DATE()',
  kind: 'function',
  detail: 'function',
  info: 'Compares a date by whole days.',
  insert: 'DATE(',
};

/** All fields with a value that are allowed in that clause. */
function fields(clause: Clause, vocabulary: Vocabulary): readonly Suggestion[] {
  const properties = [...vocabulary.properties.values()]
    .filter((one) => one.type !== 'complex' && one.type !== 'blob')
    .filter((one) => one.type !== 'list' || (one.element !== 'complex' && one.element !== 'blob'))
    .filter((one) => clause !== 'O' || (one.type !== 'list' && !one.xpath.includes('/*')))
    .map((one): Suggestion => {
      const detail = one.type === 'list' ? `${one.element ?? ''} list` : one.type;
      return { label: one.xpath, kind: 'property', detail, info: one.description, insert: one.xpath };
    });
  const system = SYSTEM_FIELDS.filter((one) => one.clauses.includes(clause)).map(
    (one): Suggestion => ({
      label: one.name,
      kind: 'system',
      detail: one.type,
      info: one.description,
      insert: one.name,
    }),
  );
  return [...properties, ...system];
}

function operators(
  field: string | undefined,
  negated: boolean,
  vocabulary: Vocabulary,
): readonly Suggestion[] {
  const known = field === undefined ? undefined : findField(vocabulary, field);
  const fitting = known?.system?.operators ?? operatorsFor(known?.type ?? 'string', known?.element);
  const shown = negated
    ? fitting.filter((name) => name.startsWith('NOT ')).map((name) => name.slice('NOT '.length))
    : fitting;
  return shown.map((name): Suggestion => {
    const insert = /\bIN$/.test(name) ? `${name} (` : name;
    return { ...word(name), kind: 'operator', detail: 'operator', insert };
  });
}
