/**
 * The tree of an NXQL query: the parser makes it; the SQL compiler, the checker, the completer and the builder read it. Immutable
 * plain data; every node has its position in the text. Invariant: print(parse(text)) parses to an equal tree.
 */

/** Half-open range of UTF-16 offsets in the query text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Query {
  readonly kind: 'query';
  readonly distinct: boolean;
  /** Empty means `SELECT *`. */
  readonly select: readonly SelectItem[];
  readonly from: readonly TypeName[];
  readonly where: Predicate | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly span: Span;
}

export interface SelectItem {
  readonly operand: Operand;
  readonly alias: string | undefined;
  readonly span: Span;
}

export interface TypeName {
  readonly name: string;
  readonly span: Span;
}

export interface OrderItem {
  readonly reference: Reference;
  readonly descending: boolean;
  readonly span: Span;
}

export type Predicate = And | Or | Not | Comparison | InList | Between | Like | IsNull | StartsWith;

export interface And {
  readonly kind: 'and';
  readonly items: readonly Predicate[];
  readonly span: Span;
}
export interface Or {
  readonly kind: 'or';
  readonly items: readonly Predicate[];
  readonly span: Span;
}
export interface Not {
  readonly kind: 'not';
  readonly item: Predicate;
  readonly span: Span;
}

/** `<>` is normalised to `!=`. */
export type ComparisonOperator = '=' | '!=' | '<' | '>' | '<=' | '>=';

export interface Comparison {
  readonly kind: 'comparison';
  readonly left: Operand;
  readonly operator: ComparisonOperator;
  readonly right: Operand;
  readonly span: Span;
}
export interface InList {
  readonly kind: 'in';
  readonly reference: Reference;
  readonly negated: boolean;
  readonly values: readonly Literal[];
  readonly span: Span;
}
export interface Between {
  readonly kind: 'between';
  readonly reference: Reference;
  readonly negated: boolean;
  readonly low: Literal;
  readonly high: Literal;
  readonly span: Span;
}
export interface Like {
  readonly kind: 'like';
  readonly reference: Reference;
  readonly negated: boolean;
  readonly ignoreCase: boolean;
  readonly pattern: StringLiteral;
  readonly span: Span;
}
export interface IsNull {
  readonly kind: 'isNull';
  readonly reference: Reference;
  readonly negated: boolean;
  readonly span: Span;
}
export interface StartsWith {
  readonly kind: 'startsWith';
  readonly reference: Reference;
  readonly value: StringLiteral;
  readonly span: Span;
}

export type Operand = Literal | Reference | FunctionCall | Arithmetic;

/** A property, an `ecm:` name, or `DATE(property)`; the name is kept as written (`files:files/*1/file/name`). */
export interface Reference {
  readonly kind: 'reference';
  readonly name: string;
  /** Wrapped in `DATE( )`: compare whole days. */
  readonly asDate: boolean;
  /** The raw text of a search-engine hint in front of it, without the comment marks. */
  readonly hint: string | undefined;
  readonly span: Span;
}

export interface FunctionCall {
  readonly kind: 'function';
  readonly name: string;
  readonly args: readonly Operand[];
  readonly span: Span;
}

/** It parses, but no engine evaluates it. */
export interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly operator: '+' | '-' | '*' | '/';
  readonly left: Operand;
  readonly right: Operand;
  readonly span: Span;
}

export type Literal = StringLiteral | IntegerLiteral | DoubleLiteral | DateLiteral | TimestampLiteral;

export interface StringLiteral {
  readonly kind: 'string';
  /** Escapes resolved; `\%` and `\_` keep their backslash, for LIKE. */
  readonly value: string;
  readonly span: Span;
}
export interface IntegerLiteral {
  readonly kind: 'integer';
  readonly value: number;
  readonly span: Span;
}
export interface DoubleLiteral {
  readonly kind: 'double';
  readonly value: number;
  readonly span: Span;
}
/** `DATE 'YYYY-MM-DD'`; value is that text. */
export interface DateLiteral {
  readonly kind: 'date';
  readonly value: string;
  readonly span: Span;
}
/** `TIMESTAMP '…'`; value is ISO 8601 in UTC with milliseconds. */
export interface TimestampLiteral {
  readonly kind: 'timestamp';
  readonly value: string;
  readonly span: Span;
}

export type Severity = 'error' | 'warning';

/** A mistake and its position; `message` is worded as the server's. */
export interface Diagnostic extends Span {
  readonly severity: Severity;
  readonly message: string;
  /** One-click repairs: replace the span by the text. */
  readonly fixes: readonly { readonly label: string; readonly replacement: string }[];
}

export interface ParseResult {
  /** Undefined if there is an error. */
  readonly query: Query | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
