/**
 * What other folders use of the language. The only barrel file of the project. Invariant: everything here is a pure function of
 * its arguments, or a type.
 */
export * from './ast.ts';
export { check, checkQuery, rootTypeNamed } from './check.ts';
export { compareLiterals } from './compare-literals.ts';
export { type CompletionItem, complete, type ValueRequest } from './complete.ts';
export { type FulltextExpression, parseFulltext } from './fulltext.ts';
export { escapeString, quoteString, tokenize } from './lexer.ts';
export { bindParameters, type ParameterValue } from './parameters.ts';
export { parse } from './parser.ts';
export { addPeriod, parsePeriod } from './periods.ts';
export { formatQuery, print, printOperand, printPredicate } from './printer.ts';
export {
  isFulltextName,
  type OperatorName,
  operatorsFor,
  SYSTEM_FIELDS,
  systemField,
} from './system-fields.ts';
export type { TokenKind } from './tokens.ts';
export {
  findField,
  type NamedField,
  preferred,
  slashed,
  type Vocabulary,
  vocabularyFromConfig,
} from './vocabulary.ts';
