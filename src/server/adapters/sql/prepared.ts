/**
 * Statements whose text never changes: built and compiled once for each engine, then run with values.
 * Invariant: values never become part of the text; a statement's name is the digest of its text, so equal names mean equal
 * texts.
 */
import { createHash } from 'node:crypto';
import { type CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { StoreContext } from './context.ts';
import { runCompiled, type StatementTraits } from './database.ts';
import type { Engine } from './engine.ts';

/** Marks the position of a value in a compiled statement. */
export class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

export type Parameter<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

interface Compilable<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>;
}

export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name: string;
}

/** Once for each engine. */
export function compiledOnce(
  build: (context: StoreContext) => Compilable<unknown>,
): (context: StoreContext) => Compiled {
  const known = new Map<Engine, Compiled>();
  return (context) => {
    const earlier = known.get(context.engine);
    if (earlier !== undefined) return earlier;
    const { sql: text, parameters } = build(context).compile(context.database);
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    const compiled = { sql: text, parameters, name };
    known.set(context.engine, compiled);
    return compiled;
  };
}

export interface Prepared<Values, Row> {
  rows(context: StoreContext, values: Values): Promise<readonly Row[]>;
  first(context: StoreContext, values: Values): Promise<Row | undefined>;
  changes(context: StoreContext, values: Values): Promise<number>;
  /** Does not wait for the answer: see `StatementTraits.deferred`. */
  defer(
    context: StoreContext,
    values: Values,
    deferred?: NonNullable<StatementTraits['deferred']>,
  ): Promise<void>;
}

/** @param build makes the statement; `parameter('x')` marks the position of `values.x` */
export function prepared<Values extends object, Row = unknown>(
  build: (context: StoreContext, parameter: Parameter<Values>) => Compilable<Row>,
  traits: Pick<StatementTraits, 'isShort'> = {},
): Prepared<Values, Row> {
  const compiledFor = compiledOnce((context) => build(context, (name) => sql`${new Placeholder(name)}`));

  const run = (context: StoreContext, values: Values, more: StatementTraits = {}) => {
    const { sql: text, parameters, name } = compiledFor(context);
    const filled = filledWith(parameters, values);
    return runCompiled<Row>(
      context.executor,
      { sql: text, parameters: filled },
      { ...traits, ...more, name },
    );
  };

  return {
    rows: async (context, values) => (await run(context, values)).rows,
    first: async (context, values) => (await run(context, values)).rows[0],
    changes: async (context, values) => (await run(context, values)).changes,
    defer: async (context, values, deferred = {}) => {
      await run(context, values, { deferred });
    },
  };
}

/** Replaces each placeholder by its value. */
export function filledWith(parameters: readonly unknown[], values: object): readonly unknown[] {
  return parameters.map((each) => (each instanceof Placeholder ? Reflect.get(values, each.name) : each));
}
