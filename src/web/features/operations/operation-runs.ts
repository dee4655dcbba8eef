/**
 * The runs of operations: the one on screen and the ones before, for as long as the page lives; names, parameters and
 * how they ended are kept in this browser. Invariant: what an operation answered is never stored, nor its files, nor
 * any secret among the parameters.
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
  /** In the server's own words. */
  readonly failure?: string;
}

/** What is known while the page lives. */
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
    // What was kept before this version may hold secrets, so it is forgotten.
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

/** Starts it and answers its key; it goes on when the panel is closed. `texts` are kept, so they hold no secret. */
export function startRun(run: OperationRun, texts: ParameterTexts): string {
  return startWork(run.id, texts, (signal) => runOperation(run, signal));
}

/** The same for what is more than one call. @param id an operation, or a recipe by `recipeId` */
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
