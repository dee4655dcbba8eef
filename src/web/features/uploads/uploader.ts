/**
 * Runs the queue: a few lines at once, in their order, and never two of one name in one folder.
 * Invariant: a line is run by one loop at a time; what stops it leaves a phase that says how it goes on.
 */
import type { Found, FoundFile } from './file-source.ts';
import { createFolders } from './folders.ts';
import { problemOf } from './problem.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import { createSpeedMeter } from './speed.ts';
import {
  type Decision,
  isRunning,
  isSameFile,
  isSettled,
  type Phase,
  type ProblemKind,
  placeOf,
  type UploadItem,
  type UploadTarget,
} from './upload-item.ts';
import { runUpload } from './upload-run.ts';
import type { UploadServer } from './upload-server.ts';

const lanes = 4;
/** What passes by itself: the line waits instead of failing. */
const passing: ReadonlySet<ProblemKind> = new Set(['connection', 'busy', 'signed-out']);

export interface UploaderOptions extends Pick<QueueOptions, 'owner' | 'storage' | 'tab'> {
  readonly server: UploadServer;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** A document came into being, or changed, in this folder. */
  readonly onFiled: (folderId: string) => void;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface Uploader {
  readonly store: Queue['store'];
  /** Takes what is read as it is read. */
  readonly add: (
    reading: AsyncIterable<{ found: readonly Found[]; junk: number }>,
    target: UploadTarget,
  ) => Promise<void>;
  readonly pause: (id: string) => void;
  readonly resume: (id: string) => void;
  readonly pauseAll: () => void;
  /** Goes on with all that is paused; failed ones only when asked to. */
  readonly resumeAll: () => void;
  readonly retryFailed: () => void;
  readonly cancel: (ids: readonly string[]) => void;
  readonly decide: (ids: readonly string[], decision: Decision) => void;
  /** Takes finished lines off the list. */
  readonly clear: () => void;
  /** Lines of an earlier visit whose tab is gone. */
  readonly restore: (others: ReadonlySet<string>) => Promise<void>;
  /** The server answers again: what waited for it goes on. */
  readonly reconnected: () => void;
}

export function createUploader(options: UploaderOptions): Uploader {
  const { server, wait, now, newId } = options;
  const queue = createQueue(options);
  const folders = createFolders(server, newId);
  const running = new Map<string, AbortController>();
  const places = new Set<string>();
  const meter = createSpeedMeter();

  const pump = (): void => {
    if (queue.store.getState().pausedAll) return;
    for (const item of queue.items.values()) {
      if (running.size >= lanes) return;
      const place = placeOf(item);
      if (item.phase !== 'waiting' || running.has(item.id) || places.has(place)) continue;
      places.add(place);
      void run(item).finally(() => {
        places.delete(place);
        pump();
      });
    }
  };

  const run = async ({ id }: UploadItem): Promise<void> => {
    const stop = new AbortController();
    running.set(id, stop);
    let last = 0;
    try {
      await runUpload({ server, wait, folders }, queue.sourceOf(id), {
        signal: stop.signal,
        item: () => current(id),
        patch: (change) => queue.patch(id, change),
        save: () => queue.save(id),
        onSent: (bytes) => {
          if (bytes > last) meter.add(bytes - last, now());
          last = bytes;
          queue.patch(id, { sent: bytes });
          queue.set({ speed: meter.at(now()) });
        },
      });
      const { folderId, phase } = current(id);
      if (phase === 'done' && folderId !== null) options.onFiled(folderId);
    } catch (error) {
      if (!queue.items.has(id) || stop.signal.aborted) return;
      folders.forget();
      const problem = problemOf(error);
      queue.patch(id, { phase: passing.has(problem.kind) ? 'paused' : 'failed', problem });
    } finally {
      running.delete(id);
    }
  };

  const current = (id: string): UploadItem => {
    const item = queue.items.get(id);
    if (item === undefined) throw new Error('This upload was taken off the list');
    return item;
  };

  const stop = (id: string): void => running.get(id)?.abort();

  const inPhase = (...phases: readonly Phase[]): readonly UploadItem[] =>
    [...queue.items.values()].filter(({ phase }) => phases.includes(phase));

  const restart = (items: readonly UploadItem[]): void => {
    for (const { id } of items) queue.patch(id, { phase: 'waiting', problem: null });
    pump();
  };

  const pause = (id: string): void => {
    const item = queue.items.get(id);
    if (item === undefined || !(isRunning(item) || item.phase === 'waiting')) return;
    queue.patch(id, { phase: 'paused', problem: null });
    stop(id);
  };

  /** A file given again goes on where an interrupted line of it stopped. */
  const takeUp = (file: FoundFile): boolean => {
    const line = inPhase('interrupted').find(
      (item) => isSameFile(item, file.file) && item.steps.join('/') === file.steps.join('/'),
    );
    if (line === undefined) return false;
    queue.attach(line.id, file);
    queue.patch(line.id, { phase: 'waiting', problem: null });
    return true;
  };

  return {
    store: queue.store,
    add: async (reading, target) => {
      queue.set({ reading: true });
      try {
        for await (const { found, junk } of reading) {
          const fresh = found.filter((one) => one.kind === 'folder' || !takeUp(one));
          queue.add(fresh.map((one) => lineOf(one, target, newId())));
          if (junk > 0) queue.set({ junk: queue.store.getState().junk + junk });
          pump();
        }
      } finally {
        queue.set({ reading: false });
      }
    },
    pause,
    resume: (id) => {
      const item = queue.items.get(id);
      if (item !== undefined) restart([item]);
    },
    pauseAll: () => {
      queue.set({ pausedAll: true });
      for (const item of inPhase('checking', 'sending', 'finishing')) pause(item.id);
    },
    resumeAll: () => {
      queue.set({ pausedAll: false });
      restart(inPhase('paused'));
    },
    retryFailed: () => restart(inPhase('failed')),
    cancel: (ids) => {
      for (const id of ids) {
        const batchId = queue.items.get(id)?.batchId ?? null;
        stop(id);
        // The server forgets abandoned batches by itself; this only gives the room back sooner.
        if (batchId !== null) server.dropBatch(batchId).catch(() => undefined);
      }
      queue.remove(ids);
      pump();
    },
    decide: (ids, decision) => {
      for (const id of ids) {
        queue.patch(
          id,
          decision.kind === 'skip' ? { phase: 'skipped', decision } : { phase: 'waiting', decision },
        );
      }
      pump();
    },
    clear: () => queue.remove([...queue.items.values()].filter(isSettled).map(({ id }) => id)),
    restore: async (others) => {
      const kept = await options.storage.load(options.owner);
      const mine = kept.filter(({ tab }) => !others.has(tab));
      queue.add(
        mine.map(({ item, handle, root }) => ({
          item: { ...item, phase: 'interrupted', problem: null },
          source: { file: null, handle, root },
        })),
      );
    },
    reconnected: () => restart(inPhase('paused').filter(({ problem }) => problem?.kind === 'connection')),
  };
}

function lineOf(
  one: Found,
  target: UploadTarget,
  id: string,
): { item: UploadItem; source: FoundFile | { file: null; handle: null; root: null } } {
  const isFile = one.kind === 'file';
  return {
    item: {
      id,
      kind: one.kind,
      target,
      steps: one.steps,
      name: isFile ? one.file.name.normalize('NFC') : one.name,
      size: isFile ? one.file.size : 0,
      lastModified: isFile ? one.file.lastModified : 0,
      mimeType: isFile ? one.file.type : '',
      phase: 'waiting',
      sent: 0,
      batchId: null,
      attempted: false,
      decision: null,
      existing: null,
      problem: null,
      folderId: null,
      documentId: null,
    },
    source: isFile ? one : { file: null, handle: null, root: null },
  };
}
