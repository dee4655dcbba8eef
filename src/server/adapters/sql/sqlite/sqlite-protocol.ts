/**
 * What travels between the server's thread and the threads that hold SQLite connections.
 * Invariant: one answer list for one request list, in the same order.
 */
export type ThreadStatement = readonly [sql: string, parameters: readonly unknown[]];

export type ThreadRequest = readonly ThreadStatement[] | 'close';

export interface ThreadRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
}

export interface ThreadFailure {
  readonly failure: string;
  /** SQLite's extended result code. */
  readonly code: number | undefined;
}

export type ThreadAnswer = ThreadRows | ThreadFailure;

export type ThreadReport = 'ready' | readonly ThreadAnswer[];

export const TIME_LIMIT = 'the time limit of the statement is over';
