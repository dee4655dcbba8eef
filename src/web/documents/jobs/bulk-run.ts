/**
 * The work on everything of a search or a list that the server does: started here, followed to its end in the tray, wherever
 * one is by then, and by the next page after a reload. Invariant: while one runs no second one is started, which would meet
 * what the first is still changing.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { isApiError } from '#web/api/api-error.ts';
import { type BulkCommand, downloadExport, followBulk, indexed, startBulk } from '#web/api/bulk.ts';
import { type FollowedJob, followedJobs, forgetJob, noteJob } from '#web/api/followed-jobs.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { type StartedWork, startWork, type WorkProblem } from '#web/frame/running-work.ts';
import { addToast } from '#web/frame/toasts.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import type { Words } from '../changes/in-steps.ts';
import { failuresAs } from './failures.ts';

/** Of this page, ended ones too. */
const known = new Set<string>();

const useFollowed = create<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

export function useIsBulkRunning(): boolean {
  return useFollowed(({ ids }) => ids.size > 0);
}

function setFollowed(id: string, isFollowed: boolean): void {
  const others = [...useFollowed.getState().ids].filter((one) => one !== id);
  useFollowed.setState({ ids: new Set(isFollowed ? [...others, id] : others) });
}

type OnDone = (status: BulkStatusEntity) => void | Promise<void>;

interface Following {
  readonly job: FollowedJob;
  readonly work: StartedWork;
  readonly onDone: OnDone;
}

async function follow({ job, work, onDone }: Following, words: Words, client: QueryClient): Promise<void> {
  known.add(job.id);
  setFollowed(job.id, true);
  let problem: WorkProblem | undefined;
  try {
    const status = await followBulk(job.id, work.signal, ({ processed, total }) =>
      work.show(processed, total),
    ).catch(undefinedIfForgotten);
    problem = status && failuresIn(status, words);
    if (status?.state === 'ABORTED') addToast({ text: words.t('job.cancelled') });
    else if (status !== undefined && problem === undefined) await onDone(status);
  } catch (error) {
    problem = failureOf(error, words);
  }
  setFollowed(job.id, false);
  void refreshDocuments(client);
  indexed()
    .then(() => refreshDocuments(client))
    .catch(() => undefined);
  // What failed is there again after a reload, until somebody has seen it.
  if (problem === undefined) forgetJob(job.id);
  work.end(problem && { ...problem, onDismiss: () => forgetJob(job.id) });
}

function failuresIn(status: BulkStatusEntity, words: Words): WorkProblem | undefined {
  if (!status.error || status.state === 'ABORTED') return undefined;
  const { errorCount, errorMessage = '', errors = [] } = status;
  return failuresAs({ failures: errors, count: errorCount, reason: errorMessage }, words);
}

/** The server knows nothing more of work of days ago, or the person has left: there is nothing to say, and nobody to hear it. */
function undefinedIfForgotten(error: unknown): undefined {
  if (isApiError(error) && (error.status === 404 || error.kind === 'signed-out')) return undefined;
  throw error;
}

function failureOf(error: unknown, { t }: Pick<Words, 't'>): WorkProblem {
  return { text: t('job.failed', { reason: reasonOf(error) }) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface BulkWords {
  readonly doing: string;
  readonly done: (status: BulkStatusEntity) => string;
}

export type StartBulk = (command: BulkCommand, words: BulkWords) => void;

export function useStartBulk(): StartBulk {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  return async (command, { doing, done }) => {
    const work = startWork(doing);
    const isTable = command.action === 'csvExport';
    try {
      // A second one is refused from here on, before the server has named this one.
      setFollowed(doing, true);
      const { commandId: id } = await startBulk(command);
      const job: FollowedJob = { id, what: doing, isTable };
      noteJob(job);
      const onDone: OnDone = async (status) => {
        if (isTable) await downloadExport(status);
        addToast({ text: done(status) });
      };
      void follow({ job, work, onDone }, { t, format }, client);
    } catch (error) {
      work.end(failureOf(error, { t }));
    } finally {
      setFollowed(doing, false);
    }
  };
}

/** Follows what an earlier page has started. */
export function useFollowAgain(tellDone: (what: string) => string): () => void {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  return () => {
    for (const job of followedJobs())
      if (!known.has(job.id)) {
        const onDone: OnDone = (status) => {
          addToast(doneToast(job, status, tellDone(job.what), t));
        };
        void follow({ job, work: startWork(job.what), onDone }, { t, format }, client);
      }
  };
}

/** Nobody has pressed anything on this page yet: a table is saved when somebody does. */
function doneToast({ isTable }: FollowedJob, status: BulkStatusEntity, text: string, t: Translate) {
  if (!isTable) return { text };
  const save = () =>
    downloadExport(status).catch((error: unknown) =>
      addToast({ kind: 'bad', text: t('download.failed', { reason: reasonOf(error) }) }),
    );
  return { text, action: { label: t('job.saveTable'), run: () => void save() } };
}
