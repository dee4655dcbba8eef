/**
 * The runs of operations: the one on screen and earlier ones, as long as the page is open; their names, parameters and
 * outcome are kept in this browser. Invariant: an operation's answer and files are never stored, nor any secret among the
 * parameters.
 */

import { isApiError } from '#web/api/api-error.ts';
import { type OperationAnswer, type OperationRun, runOperation } from '#web/api/operations.ts';
import { randomText } from '#web/api/random.ts';
import { persisted } from '#web/frame/persisted.ts';
import type { ParameterTexts } from './parameter-values.ts';

export type RunState = 'running' | 'done' | 'failed' | 'cancelled';

export interface RunRecord {
  readonly key: string;
  readonly id: string;
  readonly texts: ParameterTexts;
  readonly startedAt: number;
  readonly ms?: number;
  readonly state: RunState;
  /** The server's message. */
  readonly failure?: string;
}

/** Kept only while the page is open. */
export interface RunOutcome {
  readonly answer?: OperationAnswer;
  readonly error?: Error;
}

interface Runs {
  readonly records: readonly RunRecord[];
  readonly outcomes: Readonly<Record<string, RunOutcome>>;
}

const mostRuns = 40;
const controllers = new Map<string, AbortController>();

export const useRuns = persisted<Runs>(
  { records: [], outcomes: {} },
  {
    name: 'muniment.operations',
    // Records of earlier versions may contain secrets, so they are dropped.
    version: 1,
    partialize: ({ records }) => ({ records: records.filter(({ state }) => state !== 'running') }),
  },
);

function change(key: string, next: Partial<RunRecord>, outcome: RunOutcome = {}): void {
  useRuns.setState(({ records, outcomes }) => ({
    records: records.map((record) => (record.key === key ? { ...record, ...next } : record)),
    outcomes: { ...outcomes, [key]: outcome },
  }));
}

/**
 * Starts a run and returns its key; it goes on when the panel is closed. `texts` are stored, so they must have no secrets.
 */
export function startRun(run: OperationRun, texts: ParameterTexts): string {
  return startWork(run.id, texts, (signal) => runOperation(run, signal));
}

/** The same for work of several calls. @param id an operation's, or a recipe's by `recipeId` */
export function startWork(
  id: string,
  texts: ParameterTexts,
  work: (signal: AbortSignal) => Promise<OperationAnswer>,
): string {
  const key = randomText(12);
  const startedAt = Date.now();
  const controller = new AbortController();
  controllers.set(key, controller);
  const record: RunRecord = { key, id, texts, startedAt, state: 'running' };
  useRuns.setState(({ records }) => ({ records: [record, ...records].slice(0, mostRuns) }));
  work(controller.signal)
    .then(
      (answer) => change(key, { state: 'done', ms: Date.now() - startedAt }, { answer }),
      (cause: unknown) => {
        const ms = Date.now() - startedAt;
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (controller.signal.aborted && !isApiError(cause)) change(key, { state: 'cancelled', ms });
        else change(key, { state: 'failed', ms, failure: error.message }, { error });
      },
    )
    .finally(() => controllers.delete(key));
  return key;
}

export function cancelRun(key: string): void {
  controllers.get(key)?.abort();
}

export function forgetRuns(): void {
  useRuns.setState(({ records }) => ({
    records: records.filter(({ state }) => state === 'running'),
    outcomes: {},
  }));
}
