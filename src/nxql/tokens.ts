/**
 * The words and token kinds of NXQL, shared by the lexer, the editor's colours and the completer. Invariant: a keyword has few
 * spellings (all capitals, all lower case, Capitalised and those in EXTRA_SPELLINGS); every other mixture of cases is an ordinary
 * name.
 */
import type { Span } from './ast.ts';

export const KEYWORDS = [
  'SELECT',
  'DISTINCT',
  'ALL',
  'FROM',
  'TYPE',
  'LOCATION',
  'AS',
  'WHERE',
  'AND',
  'OR',
  'NOT',
  'IN',
  'BETWEEN',
  'LIKE',
  'ILIKE',
  'IS',
  'NULL',
  'STARTSWITH',
  'DATE',
  'TIMESTAMP',
  'ORDER BY',
  'ASC',
  'DESC',
  'LIMIT',
  'OFFSET',
  // Known to the lexer only: no production has them, so they are reported as invalid tokens.
  'GROUP BY',
  'HAVING',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

const EXTRA_SPELLINGS: readonly (readonly [string, Keyword])[] = [
  ['ILike', 'ILIKE'],
  ['StartsWith', 'STARTSWITH'],
  ['TimeStamp', 'TIMESTAMP'],
];

function capitalised(keyword: string): string {
  return keyword
    .split(' ')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
}

const BY_SPELLING: ReadonlyMap<string, Keyword> = new Map([
  ...KEYWORDS.flatMap((keyword) => [
    [keyword, keyword] as const,
    [keyword.toLowerCase(), keyword] as const,
    [capitalised(keyword), keyword] as const,
  ]),
  ...EXTRA_SPELLINGS,
]);

/** The keyword that `text` spells, or undefined for an ordinary name. */
export function keywordOf(text: string): Keyword | undefined {
  return BY_SPELLING.get(text);
}

/**
 * The kind of a token, for colours; the parser treats `field`, `type` and `function` alike as names. `hint` is a search-engine
 * hint comment, `invalid` is text the lexer could not read.
 */
export type TokenKind =
  | 'keyword'
  | 'field'
  | 'type'
  | 'function'
  | 'string'
  | 'number'
  | 'operator'
  | 'punctuation'
  | 'hint'
  | 'invalid'
  | 'end';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** The token as written in the query; empty for `end`. */
  readonly text: string;
  /** The keyword, whatever its spelling. */
  readonly keyword: Keyword | undefined;
}

export function isName(token: Token): boolean {
  return token.kind === 'field' || token.kind === 'type' || token.kind === 'function';
}
