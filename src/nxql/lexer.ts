/**
 * Cuts an NXQL text into tokens, for the parser and for the editor's colours. Invariant: it never throws and loses nothing:
 * tokens are in order, do not overlap, only white space is between them, and the last one is `end`.
 */
import { type Keyword, keywordOf, type Token, type TokenKind } from './tokens.ts';

const NAME = '[A-Za-z_$][A-Za-z0-9_:.-]*';
const INDEX = '(?:\\[(?:\\*\\d*|\\d+)\\])?';

const SPACE = /[ \t\r\n\f]+/y;
const TWO_WORD_KEYWORD = /(?:ORDER BY|order by|Order By|GROUP BY|group by|Group By)(?![A-Za-z0-9_:.$/[-])/y;
const PATH = new RegExp(`${NAME}${INDEX}(?:/(?:${NAME}${INDEX}|\\d+|\\*\\d*))*`, 'y');
/** A number is read only from its first digit: in a long run of zeros each one is a token, and would scan all the rest. */
const DOUBLE = /(?:(?<!\d)\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|(?<!\d)\d+[eE][+-]?\d+/y;
const INTEGER = /0|[1-9]\d*/y;
const STRING = /'(?:[^'\\\r\n]|\\[^\r\n])*'|"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
const UNFINISHED_STRING = /['"][^\r\n]*/y;
const HINT = /\/\*\+ES:[^*]*\*\//y;
const OPERATOR = /<=|>=|<>|!=|[=<>+\-*/]/y;
const PUNCTUATION = /[(),]/y;
const ANY_CHARACTER = /./suy;

const RULES: readonly (readonly [RegExp, TokenKind])[] = [
  [TWO_WORD_KEYWORD, 'keyword'],
  [PATH, 'field'],
  [STRING, 'string'],
  [UNFINISHED_STRING, 'invalid'],
  [DOUBLE, 'number'],
  [INTEGER, 'number'],
  [HINT, 'hint'],
  [OPERATOR, 'operator'],
  [PUNCTUATION, 'punctuation'],
  [ANY_CHARACTER, 'invalid'],
];

const ENDS_FROM: ReadonlySet<Keyword> = new Set(['WHERE', 'ORDER BY', 'GROUP BY', 'LIMIT']);

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

function readToken(text: string, start: number, inFrom: boolean): Token {
  for (const [pattern, kind] of RULES) {
    const matched = matchAt(pattern, text, start);
    if (matched === undefined) continue;
    const end = start + matched.length;
    const keyword = kind === 'keyword' || kind === 'field' ? keywordOf(matched) : undefined;
    if (keyword !== undefined) return { kind: 'keyword', text: matched, keyword, start, end };
    const shown = kind === 'field' ? nameKind(text, end, inFrom) : kind;
    return { kind: shown, text: matched, keyword: undefined, start, end };
  }
  return { kind: 'end', text: '', keyword: undefined, start, end: start };
}

function nameKind(text: string, end: number, inFrom: boolean): TokenKind {
  const next = end + (matchAt(SPACE, text, end)?.length ?? 0);
  if (text.charAt(next) === '(') return 'function';
  return inFrom ? 'type' : 'field';
}

/** The tokens of `text`, the `end` token last. Stops with `end` after `limit` tokens. */
export function tokenize(text: string, limit = Number.POSITIVE_INFINITY): readonly Token[] {
  const tokens: Token[] = [];
  let inFrom = false;
  let offset = 0;
  while (tokens.length < limit) {
    offset += matchAt(SPACE, text, offset)?.length ?? 0;
    if (offset >= text.length) break;
    const token = readToken(text, offset, inFrom);
    tokens.push(token);
    offset = token.end;
    if (token.keyword === 'FROM') inFrom = true;
    else if (token.keyword !== undefined && ENDS_FROM.has(token.keyword)) inFrom = false;
  }
  tokens.push({ kind: 'end', text: '', keyword: undefined, start: offset, end: offset });
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** The value of a string token: without quotes, escapes resolved; an unknown escape keeps its backslash. */
export function unquote(token: string): string {
  const quote = token.charAt(0);
  return token
    .slice(1, -1)
    .replace(/\\(.)/gs, (whole, next: string) => (next === quote ? quote : (ESCAPES[next] ?? whole)));
}

/** `value` as a single-quoted literal; `unquote` is the inverse. */
export function quoteString(value: string): string {
  return `'${escapeString(value)}'`;
}

/** `value` as it must be written between single quotes. */
export function escapeString(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
