/**
 * Several statements as one message, for those that nobody waits for: the server answers them together, and is asked for no
 * description of what they give back. One by one each takes an answer, a wake-up and a timer of its own.
 * Invariant: the statements are known to the connection by their names; after the first that fails none of them runs.
 */
import pg from 'pg';

export interface NamedStatement {
  readonly name: string;
  readonly values: readonly (string | null)[];
}

export class StatementBatch extends pg.Query {
  /** The driver's own option. */
  readonly query_timeout: number;
  readonly #statements: readonly NamedStatement[];
  #completed = 0;

  constructor(
    statements: readonly NamedStatement[],
    queryTimeoutMs: number,
    answered: (error: Error | undefined) => void,
  ) {
    super({ text: '' }, (error) => answered(error ?? undefined));
    this.query_timeout = queryTimeoutMs;
    this.#statements = statements;
  }

  /** How many have run: of those that failed, the place in the list. */
  get completed(): number {
    return this.#completed;
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    for (const { name, values } of this.#statements) {
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  };

  /** Called by the driver, as is the next. */
  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleDataRow(): void {}
}

/** Undefined where one of them is a list, which the driver writes in its own way. */
export function plainValues(parameters: readonly unknown[]): readonly (string | null)[] | undefined {
  const values: (string | null)[] = [];
  for (const parameter of parameters) {
    if (parameter === null || parameter === undefined) values.push(null);
    else if (typeof parameter === 'string') values.push(parameter);
    else if (typeof parameter === 'number') values.push(String(parameter));
    else return undefined;
  }
  return values;
}
