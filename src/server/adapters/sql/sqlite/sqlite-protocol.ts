/**
 * Messages between the server's thread and the threads with SQLite connections.
 * Invariant: one list of answers for each list of requests, in the same order.
 */

import type { LateTraits } from '../database.ts';

/**
 * A statement is identified by a slot; its text is sent when the slot is filled. Without a slot it is prepared for this run
 * only.
 * `role` is its part in a unit of the writer; readers have none. `isEach`: see `StatementTraits`.
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

/** Further facts about a statement. */
export interface SentTraits {
  readonly isEach?: boolean | undefined;
  readonly expected?: Expected;
  readonly late?: LateTraits;
}

/** The earlier answer of a statement. */
export interface Expected {
  readonly rows: ThreadRows['rows'];
  /** The last number of the writer's state that was known then (writer-state.ts). */
  readonly state: number | undefined;
}

/**
 * - `begin`, `end`: a unit's savepoint. The end of a broken unit rolls it back, and answers with its failure.
 * - `inside`: skipped when the unit is broken.
 * - `required`: also skipped then; breaks the unit when it fails.
 * - `unchanged`: also skipped then; breaks the unit when it answers other rows than expected.
 * - `late`: also skipped then; runs before the commit (late-statements.ts).
 * - `beginGroup`, `commit`: the transaction of several units. The commit fails when a late statement fails, and answers with
 *   the number of the committed state.
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
