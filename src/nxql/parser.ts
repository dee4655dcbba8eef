/**
 * Text of an NXQL query → tree, by recursive descent; each function has its production above it. Invariant: `parse` never throws
 * and never recurses deeper than MAX_DEPTH, whatever the text: it returns the first error, in the server's words.
 */
import type {
  And,
  Arithmetic,
  ComparisonOperator,
  FunctionCall,
  Literal,
  Operand,
  Or,
  OrderItem,
  ParseResult,
  Predicate,
  Query,
  Reference,
  SelectItem,
  Span,
  StringLiteral,
  TypeName,
} from './ast.ts';
import { tokenize, unquote } from './lexer.ts';
import { readDate, readDouble, readInteger, readTimestamp } from './literals.ts';
import { isName, type Keyword, type Token } from './tokens.ts';

export const MAX_DEPTH = 200;
export const MAX_TOKENS = 100_000;

/** Thrown inside this file only, caught by `parse`. */
class SyntaxFailure extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

function invalidToken(token: Token): SyntaxFailure {
  const span = { start: token.start, end: token.end };
  if (token.kind !== 'invalid') {
    const value = token.kind === 'end' ? 'null' : token.text;
    return new SyntaxFailure(`Syntax error: Invalid token <${value}> at offset ${token.start}`, span);
  }
  const character = String.fromCodePoint(token.text.codePointAt(0) ?? 0);
  return new SyntaxFailure(`Lexical Error: Illegal character <${character}> at offset ${token.start}`, span);
}

const COMPARISONS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['=', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['>', '>'],
  ['<=', '<='],
  ['>=', '>='],
]);

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: Token) {
    this.#tokens = tokens;
    this.#end = end;
  }

  // query := SELECT [DISTINCT | ALL] selectList FROM [TYPE | LOCATION] typeList [WHERE predicate]
  //          [ORDER BY orderList] [LIMIT integer [OFFSET integer]]
  query(): Query {
    const start = this.#expectKeyword('SELECT').start;
    const distinct = this.#takeKeyword('DISTINCT') !== undefined;
    if (!distinct) this.#takeKeyword('ALL');
    const select = this.#selectList();
    this.#expectKeyword('FROM');
    if (this.#takeKeyword('TYPE') === undefined) this.#takeKeyword('LOCATION');
    const from = this.#list(() => this.#typeName());
    const where = this.#takeKeyword('WHERE') === undefined ? undefined : this.#predicate();
    const orderBy = this.#takeKeyword('ORDER BY') === undefined ? [] : this.#list(() => this.#orderItem());
    const limit = this.#takeKeyword('LIMIT') === undefined ? undefined : this.#count();
    const offset =
      limit === undefined || this.#takeKeyword('OFFSET') === undefined ? undefined : this.#count();
    if (this.#next.kind !== 'end') throw invalidToken(this.#next);
    return { kind: 'query', distinct, select, from, where, orderBy, limit, offset, span: this.#since(start) };
  }

  // selectList := '*' | selectItem {',' selectItem}
  #selectList(): readonly SelectItem[] {
    if (this.#take('operator', '*') !== undefined) return [];
    return this.#list(() => this.#selectItem());
  }

  // selectItem := operand [AS name]
  #selectItem(): SelectItem {
    const operand = this.#operand();
    const alias = this.#alias();
    return { operand, alias, span: this.#since(operand.span.start) };
  }

  // typeList := name [AS name] {',' name [AS name]}; an alias of a type has no use and is dropped
  #typeName(): TypeName {
    const { text: name, start, end } = this.#name();
    this.#alias();
    return { name, span: { start, end } };
  }

  #alias(): string | undefined {
    return this.#takeKeyword('AS') === undefined ? undefined : this.#name().text;
  }

  // orderList := reference [ASC | DESC] {',' reference [ASC | DESC]}
  #orderItem(): OrderItem {
    const reference = this.#reference();
    const descending = this.#takeKeyword('DESC') !== undefined;
    if (!descending) this.#takeKeyword('ASC');
    return { reference, descending, span: this.#since(reference.span.start) };
  }

  // predicate := conjunction {OR conjunction}
  #predicate(): Predicate {
    return this.#run('OR', 'or', () => this.#conjunction());
  }

  // conjunction := negation {AND negation}
  #conjunction(): Predicate {
    return this.#run('AND', 'and', () => this.#negation());
  }

  /** One node for the whole run: `a AND (b AND c)` is the same tree as `a AND b AND c`. */
  #run(word: Keyword, kind: 'and' | 'or', part: () => Predicate): Predicate {
    const { start } = this.#next;
    const first = part();
    if (this.#next.keyword !== word) return first;
    const parts = [first];
    while (this.#takeKeyword(word) !== undefined) parts.push(part());
    const items = parts.flatMap((one) => (one.kind === kind ? one.items : [one]));
    const run: And | Or = { kind, items, span: this.#since(start) };
    return run;
  }

  // negation := NOT negation | '(' predicate ')' | condition
  #negation(): Predicate {
    const not = this.#takeKeyword('NOT');
    if (not !== undefined) {
      const item = this.#nested(not, () => this.#negation());
      return { kind: 'not', item, span: this.#since(not.start) };
    }
    const open = this.#take('punctuation', '(');
    if (open === undefined) return this.#condition();
    const inner = this.#nested(open, () => this.#predicate());
    this.#expect('punctuation', ')');
    return inner;
  }

  // condition := operand comparison operand | reference [NOT] (IN … | BETWEEN … | LIKE … | ILIKE …)
  //            | reference IS [NOT] NULL | reference STARTSWITH string
  #condition(): Predicate {
    const left = this.#operand();
    const operator = this.#next.kind === 'operator' ? COMPARISONS.get(this.#next.text) : undefined;
    if (operator !== undefined) {
      this.#position += 1;
      const right = this.#operand();
      return { kind: 'comparison', left, operator, right, span: this.#since(left.span.start) };
    }
    if (left.kind !== 'reference') throw invalidToken(this.#next);
    const negated = this.#takeKeyword('NOT') !== undefined;
    const word = this.#next;
    switch (word.keyword) {
      case 'IN':
        return this.#inList(left, negated);
      case 'BETWEEN':
        return this.#between(left, negated);
      case 'LIKE':
      case 'ILIKE':
        return this.#like(left, negated);
      default:
        if (!negated && word.keyword === 'IS') return this.#isNull(left);
        if (!negated && word.keyword === 'STARTSWITH') return this.#startsWith(left);
        throw invalidToken(word);
    }
  }

  // IN '(' literal {',' literal} ')'
  #inList(reference: Reference, negated: boolean): Predicate {
    this.#expectKeyword('IN');
    this.#expect('punctuation', '(');
    const values = this.#list(() => this.#literal());
    this.#expect('punctuation', ')');
    return { kind: 'in', reference, negated, values, span: this.#since(reference.span.start) };
  }

  // BETWEEN literal AND literal
  #between(reference: Reference, negated: boolean): Predicate {
    this.#expectKeyword('BETWEEN');
    const low = this.#literal();
    this.#expectKeyword('AND');
    const high = this.#literal();
    return { kind: 'between', reference, negated, low, high, span: this.#since(reference.span.start) };
  }

  // (LIKE | ILIKE) string
  #like(reference: Reference, negated: boolean): Predicate {
    const ignoreCase = this.#takeKeyword('ILIKE') !== undefined;
    if (!ignoreCase) this.#expectKeyword('LIKE');
    const pattern = this.#string();
    return { kind: 'like', reference, negated, ignoreCase, pattern, span: this.#since(reference.span.start) };
  }

  // IS [NOT] NULL
  #isNull(reference: Reference): Predicate {
    this.#expectKeyword('IS');
    const negated = this.#takeKeyword('NOT') !== undefined;
    this.#expectKeyword('NULL');
    return { kind: 'isNull', reference, negated, span: this.#since(reference.span.start) };
  }

  // STARTSWITH string
  #startsWith(reference: Reference): Predicate {
    this.#expectKeyword('STARTSWITH');
    const value = this.#string();
    return { kind: 'startsWith', reference, value, span: this.#since(reference.span.start) };
  }

  // operand := term {('+' | '-') term}
  #operand(): Operand {
    return this.#arithmetic(['+', '-'], () => this.#term());
  }

  // term := factor {('*' | '/') factor}
  #term(): Operand {
    return this.#arithmetic(['*', '/'], () => this.#factor());
  }

  #arithmetic(operators: readonly Arithmetic['operator'][], part: () => Operand): Operand {
    let left = part();
    for (let links = 0; ; links += 1) {
      const token = this.#next;
      const operator = operators.find((one) => token.kind === 'operator' && token.text === one);
      if (operator === undefined) return left;
      // The tree of a chain leans to the left, one level for each link, and its readers recurse.
      if (links >= MAX_DEPTH) throw tooDeep(token);
      this.#position += 1;
      const right = part();
      left = { kind: 'arithmetic', operator, left, right, span: this.#since(left.span.start) };
    }
  }

  // factor := literal | function | reference
  #factor(): Operand {
    const token = this.#next;
    if (token.kind === 'function') return this.#functionCall();
    const opensReference = isName(token) || token.kind === 'hint';
    const castsReference = token.keyword === 'DATE' && this.#peek(1).text === '(';
    return opensReference || castsReference ? this.#reference() : this.#literal();
  }

  // function := name '(' [operand {',' operand}] ')'
  #functionCall(): FunctionCall {
    const name = this.#name();
    const open = this.#expect('punctuation', '(');
    const empty = this.#next.text === ')';
    const args = empty ? [] : this.#nested(open, () => this.#list(() => this.#operand()));
    this.#expect('punctuation', ')');
    return { kind: 'function', name: name.text, args, span: this.#since(name.start) };
  }

  // reference := [hint] name | DATE '(' name ')'
  #reference(): Reference {
    const cast = this.#takeKeyword('DATE');
    if (cast !== undefined) {
      this.#expect('punctuation', '(');
      const name = this.#name().text;
      this.#expect('punctuation', ')');
      return { kind: 'reference', name, asDate: true, hint: undefined, span: this.#since(cast.start) };
    }
    const hint = this.#next.kind === 'hint' ? this.#advance() : undefined;
    const name = this.#name();
    return {
      kind: 'reference',
      name: name.text,
      asDate: false,
      hint: hint?.text.slice('/*+ES:'.length, -'*/'.length).trim(),
      span: this.#since((hint ?? name).start),
    };
  }

  // literal := string | ['-'] integer | ['-'] double | DATE string | TIMESTAMP string
  #literal(): Literal {
    const token = this.#next;
    if (token.kind === 'string') return this.#string();
    if (token.keyword === 'DATE') return this.#dated('date', readDate);
    if (token.keyword === 'TIMESTAMP') return this.#dated('timestamp', readTimestamp);
    const minus = this.#take('operator', '-');
    const number = this.#next;
    if (number.kind !== 'number') throw invalidToken(number);
    const kind = /^\d+$/.test(number.text) ? 'integer' : 'double';
    const size = kind === 'integer' ? readInteger(number.text) : readDouble(number.text);
    if (size === undefined) throw invalidToken(number);
    this.#position += 1;
    // 0 - 0 is 0: the language has no negative zero.
    return { kind, value: minus === undefined ? size : 0 - size, span: this.#since(token.start) };
  }

  #dated(kind: 'date' | 'timestamp', read: (text: string) => string | undefined): Literal {
    const keyword = this.#advance();
    const text = this.#next;
    const { value: written } = this.#string();
    const value = read(written);
    if (value === undefined) throw invalidToken(text);
    return { kind, value, span: this.#since(keyword.start) };
  }

  #string(): StringLiteral {
    const token = this.#next;
    if (token.kind !== 'string') throw invalidToken(token);
    this.#position += 1;
    return { kind: 'string', value: unquote(token.text), span: { start: token.start, end: token.end } };
  }

  #count(): number {
    const token = this.#next;
    const value = token.kind === 'number' ? readInteger(token.text) : undefined;
    if (value === undefined) throw invalidToken(token);
    this.#position += 1;
    return value;
  }

  #list<Item>(item: () => Item): readonly Item[] {
    const items = [item()];
    while (this.#take('punctuation', ',') !== undefined) items.push(item());
    return items;
  }

  #nested<Result>(opener: Token, inner: () => Result): Result {
    if (this.#depth >= MAX_DEPTH) throw tooDeep(opener);
    this.#depth += 1;
    const result = inner();
    this.#depth -= 1;
    return result;
  }

  get #next(): Token {
    return this.#peek(0);
  }

  #peek(distance: number): Token {
    return this.#tokens[this.#position + distance] ?? this.#end;
  }

  #advance(): Token {
    const token = this.#next;
    this.#position += 1;
    return token;
  }

  #take(kind: Token['kind'], text: string): Token | undefined {
    const token = this.#next;
    return token.kind === kind && token.text === text ? this.#advance() : undefined;
  }

  #expect(kind: Token['kind'], text: string): Token {
    const token = this.#take(kind, text);
    if (token === undefined) throw invalidToken(this.#next);
    return token;
  }

  #takeKeyword(keyword: Keyword): Token | undefined {
    return this.#next.keyword === keyword ? this.#advance() : undefined;
  }

  #expectKeyword(keyword: Keyword): Token {
    const token = this.#takeKeyword(keyword);
    if (token === undefined) throw invalidToken(this.#next);
    return token;
  }

  #name(): Token {
    if (!isName(this.#next)) throw invalidToken(this.#next);
    return this.#advance();
  }

  #since(start: number): Span {
    return { start, end: this.#peek(-1).end };
  }
}

function tooDeep(token: Token): SyntaxFailure {
  const message = `Syntax error: Nesting deeper than ${MAX_DEPTH} at offset ${token.start}`;
  return new SyntaxFailure(message, { start: token.start, end: token.end });
}

/** The tree of `text`, or its mistake: there is a query exactly if there is no error. */
export function parse(text: string): ParseResult {
  const tokens = tokenize(text, MAX_TOKENS + 1);
  const end = tokens.at(-1);
  try {
    if (end === undefined || tokens.length > MAX_TOKENS + 1) {
      const span = { start: 0, end: text.length };
      throw new SyntaxFailure(`Syntax error: Query longer than ${MAX_TOKENS} tokens`, span);
    }
    return { query: new Parser(tokens, end).query(), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    const diagnostic = { ...error.span, severity: 'error' as const, message: error.message, fixes: [] };
    return { query: undefined, diagnostics: [diagnostic] };
  }
}
