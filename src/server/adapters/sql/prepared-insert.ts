/**
 * Inserting any number of rows by one message: one row is a list of one.
 * Invariants: compiled once for each engine, as in prepared.ts; the rows come in the order in which they are given.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from './context.ts';
import { runCompiled, type StatementTraits } from './database.ts';
import type { GivenColumn, GivenType } from './engine.ts';
import { compiledOnce, filledWith, type Parameter, Placeholder } from './prepared.ts';

export interface InsertDefinition<Values> {
  /** `insert into <table>`, or what stands in its place. */
  readonly into: RawBuilder<unknown>;
  /** What is given for each row. */
  readonly values: { readonly [Name in keyof Values]: GivenType };
  /** What the row's columns are made of it. */
  readonly columns: (
    context: StoreContext,
    given: Parameter<Values>,
  ) => Readonly<Record<string, RawBuilder<unknown>>>;
  /** What a conflict does. */
  readonly onConflict?: RawBuilder<unknown>;
}

export interface PreparedInsert<Values> {
  /** Does not wait for the answer: see `StatementTraits.deferred`. */
  defer(
    context: StoreContext,
    rows: readonly Values[],
    deferred?: NonNullable<StatementTraits['deferred']>,
  ): Promise<void>;
}

export function preparedInsert<Values extends object>({
  into,
  values,
  columns,
  onConflict = sql``,
}: InsertDefinition<Values>): PreparedInsert<Values> {
  const given = Object.entries<GivenType>(values).map(
    ([name, type]): GivenColumn => ({ name, type, list: sql`${new Placeholder(name)}` }),
  );

  const compiledFor = compiledOnce((context) => {
    const { givenRows } = context.engine;
    const made = columns(context, (name) =>
      givenRows === undefined ? sql`${new Placeholder(name)}` : givenRows.value(String(name), values[name]),
    );
    const names = sql.join(Object.keys(made).map((name) => sql.ref(name)));
    const row = sql.join(Object.values(made));
    const source =
      givenRows === undefined ? sql`values (${row})` : sql`select ${row} from ${givenRows.from(given)}`;
    return sql`${into} (${names}) ${source} ${onConflict}`;
  });

  return {
    defer: async (context, rows, deferred = {}) => {
      if (rows.length === 0) return;
      const { sql: text, parameters, name } = compiledFor(context);
      const isEach = context.engine.givenRows === undefined;
      const filled = isEach
        ? rows.map((row) => filledWith(parameters, row))
        : filledWith(parameters, listsOf(given, rows));
      await runCompiled(context.executor, { sql: text, parameters: filled }, { name, deferred, isEach });
    },
  };
}

/** A list for each column. */
function listsOf(given: readonly GivenColumn[], rows: readonly object[]): object {
  return Object.fromEntries(given.map(({ name }) => [name, rows.map((row) => Reflect.get(row, name))]));
}
