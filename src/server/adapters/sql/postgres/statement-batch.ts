/**
 * Sends several statements whose answers are not needed as one message: the server answers them together, without describing
 * their results. Sent one by one, each takes an answer, a wake-up and a timer.
 * Invariant: the connection has prepared all of them; after the first failure none of the others runs.
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

  /** How many statements have run: the index of the one that failed. */
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

  /** Called by the driver, as is the next method. */
  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleDataRow(): void {}
}

/** Undefined when a parameter is a list, which the driver serializes in its own way. */
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
