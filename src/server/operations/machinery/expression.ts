/**
 * The small expression language of parameters and configured operations: variables, their members, texts, numbers,
 * `+`, `==`, `!=`, `!`, `&&`, `||` and parentheses.
 *
 *   or = and { '||' and }   and = equality { '&&' equality }   equality = sum [ ('==' | '!=') sum ]
 *   sum = unary { '+' unary }   unary = '!' unary | primary
 *   primary = literal | '(' or ')' | name { '.' name | '[' or ']' }
 *
 * Invariant: it only reads data of the call; it cannot call functions, loop or change anything, and the texts that it
 * makes count against the call's budget.
 */
import { errors } from '#server/core/kernel/errors.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

export interface Scope {
  /** The value of a name; undefined for an unknown one. */
  valueOf(name: string): Json | undefined;
  /** @throws when the call makes too many bytes */
  spendBytes(count: number): void;
}

/** Longer than any that people write, and short enough to be parsed in one turn. */
const longestSource = 20_000;

const marker = 'expr:';

/** Replaces every `expr:` text in a value by its result. */
export function resolveExpressions(value: Json, scope: Scope): Json {
  if (typeof value === 'string') {
    return value.startsWith(marker) ? evaluateText(value.slice(marker.length), scope) : value;
  }
  if (Array.isArray(value)) return value.map((item) => resolveExpressions(item, scope));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolveExpressions(item ?? null, scope)]),
  );
}

/** Evaluates an expression, or a template with `@{…}` in it. */
export function evaluateText(source: string, scope: Scope): Json {
  if (source.length > longestSource) throw errors.badRequest('The expression is too long');
  if (!source.includes('@{')) return evaluate(source, scope);
  return source.replaceAll(/@\{((?:(?!@\{)[^}])*)\}/g, (_all, inner: string) =>
    asText(evaluate(inner, scope), scope),
  );
}

export function evaluate(source: string, scope: Scope): Json {
  const reader = new ExpressionReader(source, scope);
  const value = reader.or();
  reader.end();
  return value;
}

export function isTruthy(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== '';
}

function asText(value: Json, scope: Scope): string {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  scope.spendBytes(text.length);
  return text;
}

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([\p{L}_$][\p{L}\p{N}_$]*)|(\|\||&&|==|!=|[+!().[\]]))/uy;

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
  readonly at: number;
}

const deepest = 50;

class ExpressionReader {
  readonly #source: string;
  readonly #scope: Scope;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(source: string, scope: Scope) {
    this.#source = source;
    this.#scope = scope;
    this.#tokens = [...tokensOf(source)];
  }

  or(): Json {
    if (++this.#depth > deepest) throw refused(this.#source, 0);
    let value = this.#and();
    while (this.#takes('||')) {
      const right = this.#and();
      value = isTruthy(value) || isTruthy(right);
    }
    this.#depth--;
    return value;
  }

  end(): void {
    const rest = this.#tokens[this.#next];
    if (rest) throw refused(this.#source, rest.at);
  }

  #and(): Json {
    let value = this.#equality();
    while (this.#takes('&&')) {
      const right = this.#equality();
      value = isTruthy(value) && isTruthy(right);
    }
    return value;
  }

  #equality(): Json {
    const left = this.#sum();
    if (this.#takes('==')) return isSame(left, this.#sum(), this.#scope);
    if (this.#takes('!=')) return !isSame(left, this.#sum(), this.#scope);
    return left;
  }

  #sum(): Json {
    let value = this.#unary();
    while (this.#takes('+')) {
      const right = this.#unary();
      value =
        typeof value === 'number' && typeof right === 'number'
          ? value + right
          : asText(value, this.#scope) + asText(right, this.#scope);
    }
    return value;
  }

  #unary(): Json {
    let negations = 0;
    while (this.#takes('!')) negations++;
    const value = this.#primary();
    return negations === 0 ? value : isTruthy(value) === (negations % 2 === 0);
  }

  #primary(): Json {
    if (this.#takes('(')) {
      const value = this.or();
      this.#expect(')');
      return value;
    }
    const token = this.#take();
    switch (token.kind) {
      case 'number':
        return Number(token.text);
      case 'text':
        return token.text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
      case 'name':
        return this.#members(named(token.text, this.#scope));
      case 'sign':
        throw refused(this.#source, token.at);
    }
  }

  #members(start: Json): Json {
    let value = start;
    for (;;) {
      if (this.#takes('.')) {
        const name = this.#take();
        if (name.kind !== 'name') throw refused(this.#source, name.at);
        value = member(value, name.text);
      } else if (this.#takes('[')) {
        value = member(value, this.or());
        this.#expect(']');
      } else {
        return value;
      }
    }
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#next++;
    return true;
  }

  #take(): Token {
    const token = this.#tokens[this.#next++];
    if (!token) throw refused(this.#source, this.#source.length);
    return token;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw refused(this.#source, this.#tokens[this.#next]?.at ?? this.#source.length);
  }
}

function* tokensOf(source: string): Generator<Token> {
  tokenPattern.lastIndex = 0;
  const end = source.trimEnd().length;
  let at = 0;
  while (at < end) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(source);
    if (!match) throw refused(source, at);
    const [, number, text, name, sign] = match;
    if (number !== undefined) yield { kind: 'number', text: number, at };
    else if (text !== undefined) yield { kind: 'text', text, at };
    else if (name !== undefined) yield { kind: 'name', text: name, at };
    else yield { kind: 'sign', text: sign ?? '', at };
    at = tokenPattern.lastIndex;
  }
}

function named(name: string, scope: Scope): Json {
  if (name === 'true') return true;
  if (name === 'false') return false;
  return name === 'null' ? null : (scope.valueOf(name) ?? null);
}

function member(value: Json, key: Json): Json {
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] ?? null) : null;
  if (!isJsonObject(value) || typeof key !== 'string') return null;
  return Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

function isSame(left: Json, right: Json, scope: Scope): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  return asText(left, scope) === asText(right, scope);
}

function refused(source: string, at: number): Error {
  return errors.badRequest(`The expression '${source}' is not understood at character ${at + 1}`);
}
