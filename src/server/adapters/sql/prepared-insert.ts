/**
 * Inserts any number of rows with one message.
 * Invariants: compiled once for each engine, as in prepared.ts; rows are inserted in the given order. On PostgreSQL a single
 * row has a statement of its own: statements with lists are planned anew each time, as the planner looks at their lengths,
 * and for one row that takes longer than storing it.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from './context.ts';
import { runCompiled, type StatementTraits } from './database.ts';
import type { GivenColumn, GivenType } from './engine.ts';
import { compiledOnce, filledWith, type Parameter, Placeholder } from './prepared.ts';

export interface InsertDefinition<Values> {
  /** `insert into <table>`, or a replacement for it. */
  readonly into: RawBuilder<unknown>;
  /** The types of the values given for each row. */
  readonly values: { readonly [Name in keyof Values]: GivenType };
  /** The row's columns, computed from the values. */
  readonly columns: (
    context: StoreContext,
    given: Parameter<Values>,
  ) => Readonly<Record<string, RawBuilder<unknown>>>;
  /** The action on a conflict. */
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

  const statement = (
    context: StoreContext,
    parameter: Parameter<Values>,
    source: (row: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): RawBuilder<unknown> => {
    const made = columns(context, parameter);
    const names = sql.join(Object.keys(made).map((name) => sql.ref(name)));
    return sql`${into} (${names}) ${source(sql.join(Object.values(made)))} ${onConflict}`;
  };
  const inserting = compiledOnce((context) => {
    const typed = context.engine.givenRows?.parameter;
    const value: Parameter<Values> = (name) => {
      const parameter = sql<Values[typeof name]>`${new Placeholder(name)}`;
      return typed === undefined ? parameter : typed(parameter, values[name]);
    };
    return statement(context, value, (row) => sql`values (${row})`);
  });
  const insertingMany = compiledOnce((context) => {
    const { givenRows } = context.engine;
    if (givenRows === undefined) throw new Error('Rows are given one by one');
    const value: Parameter<Values> = (name) => givenRows.value(String(name), values[name]);
    return statement(context, value, (row) => sql`select ${row} from ${givenRows.from(given)}`);
  });

  return {
    defer: async (context, rows, deferred = {}) => {
      const [first] = rows;
      if (first === undefined) return;
      const isEach = context.engine.givenRows === undefined;
      const isMany = !isEach && rows.length > 1;
      const { sql: text, parameters, name } = isMany ? insertingMany(context) : inserting(context);
      const filled = isEach
        ? rows.map((row) => filledWith(parameters, row))
        : filledWith(parameters, isMany ? listsOf(given, rows) : first);
      await runCompiled(context.executor, { sql: text, parameters: filled }, { name, deferred, isEach });
    },
  };
}

/** A list for each column. */
function listsOf(given: readonly GivenColumn[], rows: readonly object[]): object {
  return Object.fromEntries(given.map(({ name }) => [name, rows.map((row) => Reflect.get(row, name))]));
}
