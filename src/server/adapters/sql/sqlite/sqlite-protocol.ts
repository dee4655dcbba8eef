/**
 * What travels between the server's thread and the threads that hold SQLite connections.
 * Invariant: one answer list for one request list, in the same order.
 */

import type { LateTraits } from '../database.ts';

/**
 * Statements are named by a slot; its text comes along when the slot is filled, for the first time or anew. Without a
 * slot it is prepared for this run alone.
 * `role` is how the statement belongs to a unit of the writer; readers know none. `isEach`: see `StatementTraits`.
 */
export type ThreadStatement = readonly [
  slot: number | undefined,
  sql: string | undefined,
  parameters: readonly unknown[],
  role?: UnitRole,
  isEach?: boolean,
  /** With the role `unchanged`. */
  expected?: Expected,
  /** With the role `late`. */
  late?: LateTraits,
];

/** What else is said of a statement. */
export interface SentTraits {
  readonly isEach?: boolean | undefined;
  readonly expected?: Expected;
  readonly late?: LateTraits;
}

/** What a statement answered before. */
export interface Expected {
  readonly rows: ThreadRows['rows'];
  /** The last number of the writer that was known then (writer-state.ts). */
  readonly state: number | undefined;
}

/**
 * - `begin`, `end`: a unit's savepoint. The end of a broken unit takes it back, and answers its failure.
 * - `inside`: left out when the unit is broken.
 * - `required`: left out as well; breaks the unit when it fails.
 * - `unchanged`: left out as well; breaks the unit when it answers other rows than are expected.
 * - `late`: left out as well; runs before the commit (late-statements.ts).
 * - `beginGroup`, `commit`: the transaction of several units. It is not committed when something late fails, and answers the
 *   number of what is committed then.
 */
export type UnitRole =
  | 'begin'
  | 'inside'
  | 'required'
  | 'unchanged'
  | 'late'
  | 'end'
  | 'beginGroup'
  | 'commit';

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
export const CHANGED_MEANWHILE = 'what the unit had read was changed meanwhile';
export const UNIT_BROKEN = 'an earlier statement of the unit failed';
