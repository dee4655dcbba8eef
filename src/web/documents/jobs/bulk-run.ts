/**
 * A job of the server on everything in a search or a list: started here, followed in the tray on whatever page the user goes to,
 * and by the next page after a reload. Invariants: while one runs no second one is started, which would act on what the first is
 * still changing; only one of several tabs follows a job, and another one when that is closed.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { isApiError } from '#web/api/api-error.ts';
import { type BulkCommand, downloadExport, followBulk, startBulk } from '#web/api/bulk.ts';
import { type FollowedJob, followedJobs, forgetJob, noteJob } from '#web/api/followed-jobs.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { failuresInWords } from '#web/api/refusals/job-failures.ts';
import { waitForIndexing } from '#web/api/search-index.ts';
import { type StartedWork, startWork, type WorkOutcome } from '#web/frame/running-work.ts';
import { noteLasting } from '#web/frame/session-changes.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isString } from '#wire/json.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import type { Words } from '../changes/in-steps.ts';
import { failureOutcome } from './failures.ts';

const instead: ReadonlyMap<string, string> = new Map([
  ['Document.Trash', 'trash'],
  ['Document.Untrash', 'restore'],
  ['Document.Move', 'move'],
  ['Document.Copy', 'copy'],
  ['Document.Delete', 'delete'],
]);

/** Ids of all jobs followed by this page, including ended ones. */
const known = new Set<string>();

const useFollowed = create<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

export function useIsBulkRunning(): boolean {
  return useFollowed(({ ids }) => ids.size > 0);
}

function setFollowed(id: string, isFollowed: boolean): void {
  const others = [...useFollowed.getState().ids].filter((one) => one !== id);
  useFollowed.setState({ ids: new Set(isFollowed ? [...others, id] : others) });
}

interface Following {
  readonly job: FollowedJob;
  readonly work: StartedWork;
  /** The message at the end. */
  readonly done: (status: BulkStatusEntity) => string;
  /**
   * Called when a table was written.
   * @returns what the tray shows until the user takes or dismisses it
   */
  readonly onTable: (status: BulkStatusEntity) => Promise<WorkOutcome | undefined>;
  readonly onProgress?: (status: BulkStatusEntity) => void;
}

async function follow(
  { job, work, done, onTable, onProgress }: Following,
  words: Words,
  client: QueryClient,
): Promise<void> {
  known.add(job.id);
  setFollowed(job.id, true);
  let outcome: WorkOutcome | undefined;
  try {
    const status = await followBulk(job.id, work.signal, (progress) => {
      work.show(progress.processed, progress.total);
      onProgress?.(progress);
    }).catch(undefinedIfForgotten);
    outcome = status && (await failuresIn(status, words));
    if (status?.state === 'ABORTED') showToast(stoppedText(status, words), job, words);
    else if (status !== undefined && outcome !== undefined) noteLasting(job.what, lastingText(job, words));
    else if (status !== undefined && job.isTable) outcome = await onTable(status);
    else if (status !== undefined) showToast(done(status), job, words);
  } catch (error) {
    outcome = failureOf(error, words);
  }
  setFollowed(job.id, false);
  void refreshDocuments(client);
  waitForIndexing()
    .then(() => refreshDocuments(client))
    .catch(() => undefined);
  // A failure, or a table not taken, is shown again after a reload until the user dismisses it.
  if (outcome === undefined) work.end();
  else await new Promise<void>((onDismiss) => work.end({ ...outcome, onDismiss }));
  forgetJob(job.id);
}

/** A job's changes cannot be undone: notes this for Ctrl/Cmd+Z and the list of changes. */
function showToast(text: string, job: FollowedJob, words: Words): void {
  addToast({ text });
  if (!job.isTable) noteLasting(text, lastingText(job, words));
}

function stoppedText(
  { processed, error, errorCount, total }: BulkStatusEntity,
  { t, format }: Words,
): string {
  const changed = error ? processed - errorCount : processed;
  return t('job.cancelled', { done: format.count(changed), total: format.count(total) });
}

/** Why it cannot be undone, and what to do instead. */
function lastingText({ operation = '' }: FollowedJob, { t }: Words): string {
  return t(`job.lasting.${instead.get(operation) ?? 'other'}`);
}

/** Runs in one tab of this browser at a time; without locks (plain http) each tab follows the job itself. */
function alone(id: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks?.request(`muniment job ${id}`, work) ?? work();
}

async function failuresIn(status: BulkStatusEntity, words: Words): Promise<WorkOutcome | undefined> {
  if (!status.error) return undefined;
  return failureOutcome({ ...(await failuresInWords(status)), count: status.errorCount }, words);
}

/** The server no longer knows a job of days ago, or the person has signed out: there is nothing to report. */
function undefinedIfForgotten(error: unknown): undefined {
  if (isApiError(error) && (error.status === 404 || error.kind === 'signed-out')) return undefined;
  throw error;
}

function failureOf(error: unknown, { t }: Pick<Words, 't'>): WorkOutcome {
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
      // Refuses a second job from now on, before the server has returned the id of this one.
      setFollowed(doing, true);
      const { commandId: id } = await startBulk(command);
      const { operationId } = command.parameters;
      const operation = isString(operationId) ? operationId : undefined;
      const job: FollowedJob = { id, what: doing, isTable, operation };
      noteJob(job);
      const onTable = async (status: BulkStatusEntity) => {
        await downloadExport(status);
        addToast({ text: done(status) });
        return undefined;
      };
      let counted = 0;
      const onProgress = (status: BulkStatusEntity) => {
        if (status.total === counted) return;
        counted = status.total;
        noteJob({ ...job, done: done(status) });
      };
      void alone(id, () => follow({ job, work, done, onTable, onProgress }, { t, format }, client));
    } catch (error) {
      work.end(failureOf(error, { t }));
    } finally {
      setFollowed(doing, false);
    }
  };
}

/** Follows the jobs that an earlier page has started. */
export function useFollowAgain(tellDone: (what: string) => string): () => void {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  return () => {
    for (const { id } of followedJobs()) if (!known.has(id)) void alone(id, () => followLeft(id));
  };

  async function followLeft(id: string): Promise<void> {
    // The tab that followed it may have seen its end meanwhile.
    const job = followedJobs().find((one) => one.id === id);
    if (job === undefined) return;
    const done = () => job.done ?? tellDone(job.what);
    const onTable = async (status: BulkStatusEntity) => tableToTake(status, { t, format });
    await follow({ job, work: startWork(job.what), done, onTable }, { t, format }, client);
  }
}

/** Browsers save a file only after a user action on this page: the table is saved when the user asks. */
function tableToTake(status: BulkStatusEntity, { t, format }: Words): WorkOutcome {
  const text = t('job.written', { count: status.total, number: format.count(status.total) });
  const save = async (dismiss: () => void) => {
    try {
      await downloadExport(status);
      dismiss();
    } catch (error) {
      addToast({ kind: 'bad', text: t('download.failed', { reason: reasonOf(error) }) });
    }
  };
  return { text, isReady: true, action: { label: t('job.saveTable'), run: (dismiss) => void save(dismiss) } };
}
