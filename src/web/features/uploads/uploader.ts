/**
 * Runs the queue: a few lines at once, in their order, and never two of one name in one folder.
 * Invariant: a line is run by one loop at a time; what stops it leaves a phase that says how it goes on.
 */
import { createBatches } from './batches.ts';
import { askToRead, noSource } from './file-source.ts';
import { createFolders } from './folders.ts';
import { givenAgain } from './given-again.ts';
import { createNames } from './names.ts';
import { createPaceMeter, metered, type Pace } from './pace.ts';
import { problemOf } from './problem.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import type { Reading } from './read-drop.ts';
import { summarise } from './summary.ts';
import {
  type Decision,
  isRunning,
  isSameFolder,
  isSettled,
  itemFor,
  type Phase,
  type ProblemKind,
  placeOf,
  type UploadItem,
  type UploadTarget,
} from './upload-item.ts';
import { runUpload } from './upload-run.ts';
import type { UploadServer } from './upload-server.ts';

const lanes = 4;
/** What concerns every line alike: nothing new is begun until it has passed. */
const passing: ReadonlySet<ProblemKind> = new Set(['connection', 'busy', 'signed-out']);
/** What choosing the file again mends. */
const lostFile: ReadonlySet<ProblemKind> = new Set(['unreadable', 'changed']);

export interface UploaderOptions extends QueueOptions {
  readonly server: UploadServer;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** A document came into being, or changed, in this folder. */
  readonly onFiled: (...folders: readonly string[]) => void;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface Uploader {
  readonly store: Queue['store'];
  /** Takes what is read as it is read. */
  readonly add: (reading: AsyncIterable<Reading>, target: UploadTarget) => Promise<void>;
  /** Files given again for interrupted lines, wherever these go; answers how many were among them. */
  readonly reopen: (reading: AsyncIterable<Reading>) => Promise<number>;
  readonly pause: (id: string) => void;
  readonly pauseAll: () => void;
  /** In a person's click, since a browser may ask whether the file may be read again. */
  readonly resume: (id: string) => Promise<void>;
  /** Goes on with all that is paused; failed ones only when asked to. */
  readonly resumeAll: () => Promise<void>;
  readonly retryFailed: () => void;
  readonly cancel: (ids: readonly string[]) => void;
  readonly decide: (ids: readonly string[], decision: Decision) => void;
  /** For every taken name, also those that lines of now meet later. */
  readonly decideAll: (decision: Decision) => void;
  /** Takes finished lines off the list. */
  readonly clear: () => void;
  /** Takes up lines of an earlier visit, if their tab is gone. */
  readonly restore: (others: ReadonlySet<string>) => Promise<void>;
  /** The server answers again: what waited for it goes on. */
  readonly reconnected: () => void;
  readonly pace: () => Pace;
  /** Stops for good; what is on disk stays for its owner's next visit. */
  readonly close: () => void;
}

export function createUploader(options: UploaderOptions): Uploader {
  const { wait, now, newId } = options;
  const meter = createPaceMeter();
  const server = metered(options.server, (bytes) => meter.moved(bytes, now()));
  const queue = createQueue(options);
  const folders = createFolders(server, newId);
  const names = createNames(server, now);
  const batches = createBatches(server, () => heldBatches(queue.items.values()));
  const running = new Map<string, AbortController>();
  const places = new Set<string>();
  const closing = new AbortController();
  let readings = 0;
  let busyTimes = 0;

  const pump = (): void => {
    if (closing.signal.aborted || queue.store.getState().held !== null) return;
    for (const item of queue.items.values()) {
      if (running.size >= lanes) return;
      if (item.phase !== 'waiting' || running.has(item.id)) continue;
      const place = placeOf(item);
      if (places.has(place)) continue;
      places.add(place);
      void run(item).finally(() => {
        places.delete(place);
        pump();
      });
    }
    if (running.size === 0) rest();
  };

  const rest = (): void => {
    names.forget();
    void batches.rest();
  };

  const run = async ({ id }: UploadItem): Promise<void> => {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      await runUpload({ server, wait, folders, names, batches }, queue.sourceOf(id), {
        signal: stop.signal,
        item: () => current(id),
        patch: (change) => queue.patch(id, change),
        save: () => queue.save(id),
        onSent: (sent) => queue.patch(id, { sent }),
        next: () => nextTo(current(id)),
      });
      busyTimes = 0;
      const { folderId, target, phase } = current(id);
      if (phase !== 'done' || folderId === null) return;
      meter.filed(now());
      // Where it was dropped a folder may be new.
      options.onFiled(folderId, target.id);
    } catch (error) {
      if (!queue.items.has(id) || stop.signal.aborted) return;
      folders.forget();
      const problem = problemOf(error);
      queue.patch(id, { phase: phaseAfter(problem.kind), problem });
      if (passing.has(problem.kind)) hold(problem.kind);
    } finally {
      running.delete(id);
    }
  };

  const hold = (kind: ProblemKind): void => {
    if (queue.store.getState().held === kind) return;
    queue.set({ held: kind });
    if (kind !== 'busy') return;
    busyTimes += 1;
    wait(busyTimes, closing.signal).then(
      () => passed('busy'),
      () => undefined,
    );
  };

  const passed = (kind: ProblemKind): void =>
    restart(inPhase('paused').filter(({ problem }) => problem?.kind === kind));

  const current = (id: string): UploadItem => {
    const item = queue.items.get(id);
    if (item === undefined) throw new Error('This upload was taken off the list');
    return item;
  };

  const inPhase = (...phases: readonly Phase[]): readonly UploadItem[] =>
    [...queue.items.values()].filter(({ phase }) => phases.includes(phase));

  /** Names in its folder that will soon be asked about, too. */
  const nextTo = (item: UploadItem): readonly string[] =>
    inPhase('checking', 'waiting')
      .filter((other) => isSameFolder(other, item))
      .map(({ name }) => name);

  const restart = (items: readonly UploadItem[]): void => {
    queue.set({ held: null });
    for (const { id } of items) queue.patch(id, { phase: 'waiting', problem: null });
    pump();
  };

  const resume = async (items: readonly UploadItem[]): Promise<void> => {
    await askToRead(items.map(({ id }) => queue.sourceOf(id)));
    restart(items.filter(({ id }) => queue.items.has(id)));
  };

  const pause = (id: string): void => {
    const item = queue.items.get(id);
    if (item === undefined || !(isRunning(item) || item.phase === 'waiting' || item.phase === 'paused'))
      return;
    queue.patch(id, { phase: 'paused', problem: null });
    running.get(id)?.abort();
  };

  const cancel = (ids: readonly string[]): void => {
    for (const id of ids) {
      const slot = queue.items.get(id)?.slot ?? null;
      running.get(id)?.abort();
      // The server forgets abandoned batches by itself; this only gives the room back sooner.
      if (slot?.shared === false) server.dropBatch(slot.batchId).catch(() => undefined);
    }
    queue.remove(ids);
    pump();
  };

  const decide = (ids: readonly string[], decision: Decision): void => {
    const phase = decision === 'skip' ? 'skipped' : 'waiting';
    for (const id of ids) queue.patch(id, { phase, decision });
    pump();
  };

  /** What is read goes to the interrupted lines that it is for; `rest` gets the others. */
  const take = async (
    reading: AsyncIterable<Reading>,
    isFor: (item: UploadItem) => boolean,
    rest: (reading: Reading) => void,
  ): Promise<number> => {
    let taken = 0;
    readings += 1;
    queue.set({ reading: true });
    for await (const { found, junk } of reading) {
      const { again, others } = givenAgain(inPhase('interrupted').filter(isFor), found);
      for (const { id, source, change } of again) {
        queue.attach(id, source);
        queue.patch(id, change);
      }
      if (again.length > 0) restart(again.map(({ id }) => current(id)));
      taken += again.length;
      rest({ found: others, junk });
    }
    readings -= 1;
    queue.set({ reading: readings > 0 });
    return taken;
  };

  const append = ({ found, junk }: Reading, target: UploadTarget): void => {
    const { pausedAll, junk: before } = queue.store.getState();
    const lines = found.map((one) => ({
      item: itemFor(one, target, newId()),
      source: one.kind === 'file' ? one : noSource,
    }));
    void queue.add(lines);
    if (pausedAll) for (const { item } of lines) pause(item.id);
    if (junk > 0) queue.set({ junk: before + junk });
    pump();
  };

  return {
    store: queue.store,
    add: async (reading, target) => {
      await take(
        reading,
        (item) => item.target.id === target.id,
        (rest) => append(rest, target),
      );
    },
    reopen: (reading) =>
      take(
        reading,
        () => true,
        () => {},
      ),
    pause,
    pauseAll: () => {
      queue.set({ pausedAll: true, held: null });
      for (const id of queue.items.keys()) pause(id);
    },
    resume: async (id) => {
      const item = queue.items.get(id);
      if (item !== undefined) await resume([item]);
    },
    resumeAll: async () => {
      queue.set({ pausedAll: false });
      await resume(inPhase('paused'));
    },
    retryFailed: () => restart(inPhase('failed')),
    cancel,
    decide,
    decideAll: (decision) => {
      for (const { id } of inPhase('waiting', 'checking', 'paused', 'interrupted')) {
        queue.patch(id, { decision });
      }
      decide(
        inPhase('conflict').map(({ id }) => id),
        decision,
      );
    },
    clear: () => queue.remove([...queue.items.values()].filter(isSettled).map(({ id }) => id)),
    restore: async (others) => {
      const kept = await options.storage.load(options.owner);
      const left = kept.filter(({ tab, id }) => !others.has(tab) && !queue.items.has(id));
      for (const { item } of left) if (item.slot != null) batches.adopt(item.slot);
      await queue.add(
        left.map(({ item, root, path }) => ({
          item: {
            ...item,
            phase: item.kind === 'folder' || root !== null ? 'paused' : 'interrupted',
            problem: null,
            // Lines of an earlier release have none.
            slot: item.slot ?? null,
          },
          source: { file: null, root, path },
        })),
      );
    },
    reconnected: () => passed('connection'),
    pace: () => meter.at(now(), summarise(queue.items.values())),
    close: () => {
      closing.abort();
      for (const stop of running.values()) stop.abort();
    },
  };
}

function heldBatches(items: Iterable<UploadItem>): ReadonlySet<string> {
  const held = new Set<string>();
  for (const item of items) if (item.slot !== null && !isSettled(item)) held.add(item.slot.batchId);
  return held;
}

function phaseAfter(kind: ProblemKind): Phase {
  if (passing.has(kind)) return 'paused';
  return lostFile.has(kind) ? 'interrupted' : 'failed';
}
