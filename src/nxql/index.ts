/**
 * What other rooms use of the language. The one barrel of the project.
 * Invariant: everything here is a pure function of its arguments, or a type.
 */
export * from './ast.ts';
export { escapeString, quoteString, tokenize, unquote } from './lexer.ts';
export { MAX_DEPTH, MAX_TOKENS, parse } from './parser.ts';
export { KEYWORDS, type Keyword, type Token, type TokenKind } from './tokens.ts';
