/**
 * Checks a well-formed query against a server's types, properties, clauses and functions. Invariant: the server evaluates every
 * query that has no `error` here.
 */
import type {
  Arithmetic,
  Comparison,
  Diagnostic,
  FunctionCall,
  Operand,
  ParseResult,
  Predicate,
  Query,
  Reference,
} from './ast.ts';
import { type Condition, checkCondition, needsLiteral } from './check-condition.ts';
import { compareLiterals } from './compare-literals.ts';
import { Findings, replaceBy } from './findings.ts';
import { nearest } from './nearest.ts';
import { parse } from './parser.ts';
import { parsePeriod } from './periods.ts';
import { printOperand } from './printer.ts';
import { type Clause, isFulltextName } from './system-fields.ts';
import { unknownName } from './unknown-name.ts';
import { findField, findProperty, type NamedField, slashed, type Vocabulary } from './vocabulary.ts';

const AGGREGATES: ReadonlySet<string> = new Set(['COUNT', 'AVG', 'SUM', 'MIN', 'MAX']);

/** Parses `text` and, if it is well formed, checks its names: the result is what an editor underlines. */
export function check(text: string, vocabulary: Vocabulary): ParseResult {
  const parsed = parse(text);
  if (parsed.query === undefined) return parsed;
  return { query: parsed.query, diagnostics: checkQuery(parsed.query, vocabulary) };
}

/** All mistakes and doubts in `query`, in the order of the text. */
export function checkQuery(query: Query, vocabulary: Vocabulary): readonly Diagnostic[] {
  const findings = new Findings();
  checkTypes(query, vocabulary, findings);
  for (const item of query.select) checkSelected(item.operand, vocabulary, findings);
  if (query.where !== undefined) checkPredicate(query.where, true, vocabulary, findings);
  checkOrder(query, vocabulary, findings);
  checkDistinct(query, findings);
  checkScore(query, findings);
  return findings.inOrder();
}

/** Old queries write the root type in any letter case. */
export function rootTypeNamed(name: string): string {
  return name.toLowerCase() === 'document' ? 'Document' : name;
}

function checkTypes(query: Query, vocabulary: Vocabulary, findings: Findings): void {
  for (const type of query.from) {
    if (vocabulary.types.has(rootTypeNamed(type.name))) continue;
    findings.error(type.span, `Unknown type: ${type.name}`, () =>
      nearest(type.name, vocabulary.types.keys()).map(replaceBy),
    );
  }
}

function checkSelected(operand: Operand, vocabulary: Vocabulary, findings: Findings): void {
  switch (operand.kind) {
    case 'reference':
      resolve(operand, 'S', vocabulary, findings);
      return;
    case 'function':
      if (!AGGREGATES.has(operand.name.toUpperCase()) || operand.args.length !== 1) {
        findings.error(operand.span, `Function not supported in SELECT clause: ${printOperand(operand)}`);
        return;
      }
      for (const argument of operand.args) checkSelected(argument, vocabulary, findings);
      return;
    case 'arithmetic':
      refuseArithmetic(operand, findings);
      return;
    default:
      findings.error(operand.span, `Cannot select on column: ${printOperand(operand)}`);
  }
}

function checkOrder(query: Query, vocabulary: Vocabulary, findings: Findings): void {
  const aliases = new Set(query.select.map((item) => item.alias));
  for (const { reference } of query.orderBy) {
    if (aliases.has(reference.name)) continue;
    const field = resolve(reference, 'O', vocabulary, findings);
    const isWild = slashed(reference.name).includes('/*');
    const isOfNoRow = query.distinct && query.select.length === 0;
    if (field !== undefined && isWild && (isOfNoRow || query.from.length > 1)) {
      findings.error(reference.span, `Cannot order by column: ${reference.name}`);
    }
  }
}

function checkPredicate(
  predicate: Predicate,
  topLevel: boolean,
  vocabulary: Vocabulary,
  findings: Findings,
): void {
  switch (predicate.kind) {
    case 'and':
      for (const item of predicate.items) checkPredicate(item, topLevel, vocabulary, findings);
      return;
    case 'or':
      for (const item of predicate.items) checkPredicate(item, false, vocabulary, findings);
      return;
    case 'not':
      checkPredicate(predicate.item, false, vocabulary, findings);
      return;
    case 'comparison':
      checkComparison(predicate, topLevel, vocabulary, findings);
      return;
    default:
      checkLeft(predicate.reference, predicate, topLevel, vocabulary, findings);
  }
}

function checkComparison(
  predicate: Comparison,
  topLevel: boolean,
  vocabulary: Vocabulary,
  findings: Findings,
): void {
  const { left, right } = predicate;
  for (const side of [left, right]) {
    if (side.kind === 'arithmetic') refuseArithmetic(side, findings);
    if (side.kind === 'function') checkFunction(side, findings);
  }
  const field =
    left.kind === 'reference' ? checkLeft(left, predicate, topLevel, vocabulary, findings) : undefined;
  if (left.kind !== 'reference' && right.kind !== 'reference') checkLiterals(predicate, findings);
  // If the left side needs a literal, that is reported already: do not report `= true` as an unknown property too.
  if (right.kind !== 'reference' || (field !== undefined && needsLiteral(field))) return;
  const compared = resolve(right, 'W', vocabulary, findings);
  if (compared !== undefined && needsLiteral(compared)) {
    findings.error(right.span, `${right.name} must stand on the left side of a comparison`);
  }
}

/** `1 = 0`: a comparison without a property must be of two numbers or two texts. */
function checkLiterals({ left, right, span }: Comparison, findings: Findings): void {
  if (compareLiterals(left, '=', right) === undefined) {
    findings.error(span, 'Syntax error: Invalid comparison without a property');
  }
}

function checkLeft(
  reference: Reference,
  predicate: Condition,
  topLevel: boolean,
  vocabulary: Vocabulary,
  findings: Findings,
): NamedField | undefined {
  const field = resolve(reference, 'W', vocabulary, findings);
  if (field === undefined) return undefined;
  checkCondition(predicate, reference, field, findings);
  if (!topLevel && reference.name === 'ecm:mixinType') {
    const message = 'Some servers refuse this: Cannot use non-toplevel ecm:mixinType in query';
    findings.warning(reference.span, message);
  }
  return field;
}

function refuseArithmetic(operand: Arithmetic, findings: Findings): void {
  findings.error(operand.span, `Operator not supported: ${operand.operator}`);
}

function checkFunction(call: FunctionCall, findings: Findings): void {
  const [period, ...more] = call.args;
  const isNow = call.name.toUpperCase() === 'NOW' && more.length === 0;
  if (!isNow || (period !== undefined && period.kind !== 'string')) {
    findings.error(call.span, `Function not supported in WHERE clause: ${printOperand(call)}`);
  } else if (period !== undefined && parsePeriod(period.value) === undefined) {
    const fixes = ["'-P1D'", "'-P1M'", "'-PT1H'"].map(replaceBy);
    findings.error(period.span, `Invalid period: ${period.value}`, fixes);
  }
}

const REFUSED: Readonly<Record<Clause, string>> = {
  S: 'Cannot select on column',
  W: 'Cannot use in WHERE clause',
  O: 'Cannot order by column',
};

/** The field that `reference` names, if it exists and is allowed in that clause; reports it if not. */
function resolve(
  reference: Reference,
  clause: Clause,
  vocabulary: Vocabulary,
  findings: Findings,
): NamedField | undefined {
  const { name, span } = reference;
  const field = findField(vocabulary, name);
  if (field === undefined) {
    const { message, fixes } = unknownName(name, vocabulary);
    findings.error(span, message, fixes);
    return undefined;
  }
  const whole = field.type === 'complex' || field.type === 'blob';
  const allowed =
    field.system === undefined ? clause === 'W' || !whole : field.system.clauses.includes(clause);
  if (!allowed) {
    findings.error(span, `${REFUSED[clause]}: ${name}`);
    return undefined;
  }
  const searched = name.startsWith(FULLTEXT_OF) ? name.slice(FULLTEXT_OF.length) : undefined;
  if (searched !== undefined && findProperty(vocabulary, searched) === undefined) {
    findings.error(span, `No such property: ${searched}`, () =>
      nearest(searched, vocabulary.properties.keys()).map((one) => replaceBy(FULLTEXT_OF + one)),
    );
    return undefined;
  }
  return field;
}

const FULLTEXT_OF = 'ecm:fulltext.';

function checkDistinct(query: Query, findings: Findings): void {
  const [first] = query.orderBy;
  if (!query.distinct || query.select.length === 0 || first === undefined) return;
  const selected = new Set(query.select.flatMap((item) => [printOperand(item.operand), item.alias]));
  const missing = query.orderBy
    .map((item) => printOperand(item.reference))
    .filter((name) => !selected.has(name));
  if (missing.length === 0) return;
  const list = missing.join(', ');
  const message = `For SELECT DISTINCT the ORDER BY columns must be in the SELECT list, missing: [${list}]`;
  findings.error(first.span, message);
}

function checkScore(query: Query, findings: Findings): void {
  const used = [...query.select.map((item) => item.operand), ...query.orderBy.map((item) => item.reference)];
  const score = used.find((operand) => operand.kind === 'reference' && operand.name === 'ecm:fulltextScore');
  const conditions = query.where === undefined ? 0 : countFulltext(query.where);
  if (score === undefined || conditions === 1) return;
  const fault =
    conditions === 0 ? 'cannot be used without ecm:fulltext' : 'needs exactly one ecm:fulltext condition';
  findings.error(score.span, `ecm:fulltextScore ${fault}`);
}

function countFulltext(predicate: Predicate): number {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.items.reduce((count, item) => count + countFulltext(item), 0);
    case 'not':
      return countFulltext(predicate.item);
    case 'comparison':
      return predicate.left.kind === 'reference' && isFulltextName(predicate.left.name) ? 1 : 0;
    default:
      return isFulltextName(predicate.reference.name) ? 1 : 0;
  }
}
