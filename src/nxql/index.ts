/**
 * What other rooms use of the language. The one barrel of the project.
 * Invariant: everything here is a pure function of its arguments, or a type.
 */
export * from './ast.ts';
export { check, checkQuery } from './check.ts';
export { type Completion, type CompletionItem, complete, type ValueRequest } from './complete.ts';
export {
  type FulltextExpression,
  type FulltextResult,
  type FulltextTerm,
  parseFulltext,
} from './fulltext.ts';
export { escapeString, quoteString, tokenize, unquote } from './lexer.ts';
export { bindParameters, type Parameters, type ParameterValue } from './parameters.ts';
export { MAX_DEPTH, MAX_TOKENS, parse } from './parser.ts';
export { addPeriod, type Period, parsePeriod } from './periods.ts';
export { formatQuery, print, printOperand, printPredicate } from './printer.ts';
export type { Suggestion, SuggestionKind } from './suggestions.ts';
export {
  type Clause,
  isFulltextName,
  type OperatorName,
  operatorsFor,
  type PropertyType,
  SYSTEM_FIELDS,
  type SystemField,
  systemField,
} from './system-fields.ts';
export { KEYWORDS, type Keyword, type Token, type TokenKind } from './tokens.ts';
export {
  canonicalPath,
  type DocumentType,
  findField,
  findProperty,
  type NamedField,
  type Property,
  slashed,
  type ValueSource,
  type Vocabulary,
  vocabularyFromConfig,
} from './vocabulary.ts';
