/**
 * Runs the queue: a few lines at once, in order, and never two with the same name in the same folder.
 * Invariant: each line is run by one loop at a time; when it stops, its phase says how it can go on.
 */
import type { ChangedDocuments } from '#web/api/optimistic.ts';
import { createBatches } from './batches.ts';
import { askToRead, type FileSource, isToBeAsked, noSource } from './file-source.ts';
import { createFolders } from './folders.ts';
import { createIndexWait } from './index-wait.ts';
import { matchInterrupted } from './match-interrupted.ts';
import { createNames } from './names.ts';
import { createPaceMeter, withPaceMeter } from './pace.ts';
import { problemOf } from './problem.ts';
import { createQueue, type QueueOptions } from './queue.ts';
import type { Reading } from './read-drop.ts';
import { shortageOf, withinRoom } from './room.ts';
import { type Candidate, createSameFiles, type DigestOf } from './same-files.ts';
import { summarise } from './summary.ts';
import type { UploadControls } from './upload-controls.ts';
import {
  type Decision,
  isDescribable,
  isRunning,
  isSameFolder,
  isSettled,
  itemFor,
  missingFieldDefaults,
  type Phase,
  type ProblemKind,
  type Purpose,
  placeOf,
  type SameDecision,
  type UploadItem,
  type UploadTarget,
} from './upload-item.ts';
import { runUpload } from './upload-run.ts';
import type { UploadServer } from './upload-server.ts';

const mostAtOnce = 4;
/** More small files at once, since their requests take longer than their bytes. */
const mostSmallAtOnce = 6;
const small = 1_000_000;
/** With more lines left than this, documents do not wait for a search index one by one. */
const few = 12;
const unfinished = ['waiting', 'checking', 'sending', 'paused'] as const satisfies readonly Phase[];
/** Problems that concern all lines: no line is started until they are over. */
const passing: ReadonlySet<ProblemKind> = new Set(['connection', 'busy', 'signed-out']);
/** Problems that are solved by choosing the file again. */
const lostFile: ReadonlySet<ProblemKind> = new Set(['unreadable', 'changed']);

export interface UploaderOptions extends QueueOptions {
  readonly server: UploadServer;
  readonly digestOf: DigestOf;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Called when documents were created or changed in these folders. */
  readonly onFiled: (filed: ChangedDocuments) => void;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface Uploader extends UploadControls {
  /** @param by the tab with the form; this one by default */
  readonly setDescribing: (describing: boolean, by?: string) => void;
  /** True if its file can be read again only after a click in the tab that runs it. */
  readonly isToBeAsked: (id: string) => boolean;
  /** Gives lines without bytes to the tab in which the person gives the files. Resolves when that tab may restore them. */
  readonly handOver: (ids: readonly string[], tab: string) => Promise<void>;
  /** Takes over lines of an earlier visit whose tab is closed, and those handed over to this tab. */
  readonly restore: (others: ReadonlySet<string>) => Promise<void>;
  /** Called when the server answers again: resumes the lines that waited for it. */
  readonly reconnected: () => void;
  /** Stops for good; lines on disk stay for their owner's next visit. */
  readonly close: () => void;
}

export function createUploader(options: UploaderOptions): Uploader {
  const { wait, now, newId } = options;
  const meter = createPaceMeter();
  const queue = createQueue(options);
  const { server, catchUp } = createIndexWait(
    withPaceMeter(options.server, (bytes) => meter.moved(bytes, now())),
    () => isMass(),
  );
  const folders = createFolders(server, newId);
  const names = createNames(server, now);
  const sames = createSameFiles(server, options.digestOf, (documentId) =>
    [...queue.items.values()].some((item) => item.documentId === documentId),
  );
  const batches = createBatches(server, () => heldBatches(queue.items.values()));
  const running = new Map<string, AbortController>();
  const places = new Set<string>();
  const describers = new Set<string>();
  const closing = new AbortController();
  let readings = 0;
  let busyTimes = 0;

  const pump = (): void => {
    if (closing.signal.aborted || queue.store.getState().held !== null) return;
    for (const item of queue.items.values()) {
      if (running.size >= mostSmallAtOnce) return;
      if (item.phase !== 'waiting' || running.has(item.id)) continue;
      // Keep the order: a large file waits for a free place, and those after it wait, too.
      if (item.size > small && running.size >= mostAtOnce) return;
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
    sames.forget();
    void batches.rest();
    void catchUp().then((behind) => {
      if (behind.size > 0) options.onFiled({ uids: [], folders: [...behind] });
    });
  };

  const run = async ({ id }: UploadItem): Promise<void> => {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      await runUpload({ server, wait, folders, names, batches, sames }, queue.sourceOf(id), {
        signal: stop.signal,
        item: () => current(id),
        patch: (change) => queue.patch(id, change),
        save: () => queue.save(id),
        onSent: (sent) => queue.patch(id, { sent }),
        next: () => nextTo(current(id)),
        nextFiles: () => nextFiles(),
        isDescribing: () => queue.store.getState().describing,
      });
      busyTimes = 0;
      const { folderId, documentId, target, phase } = current(id);
      if (phase !== 'done' || folderId === null) return;
      meter.filed(now());
      // The target as well, since the drop may have created a folder in it.
      options.onFiled({ uids: documentId === null ? [] : [documentId], folders: [folderId, target.id] });
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
    if (kind === 'connection') void queue.keepBytes(inPhase(...unfinished).map(({ id }) => id));
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

  const isMass = (): boolean => {
    let left = 0;
    for (const { phase } of queue.items.values()) {
      if (phase === 'waiting' || phase === 'checking') left += 1;
      if (left > few) return true;
    }
    return false;
  };

  /** Names in the same folder that will be looked up soon. */
  const nextTo = (item: UploadItem): readonly string[] =>
    inPhase('checking', 'waiting')
      .filter((other) => isSameFolder(other, item))
      .map(({ name }) => name);

  /** Files whose bytes will be checked soon. */
  function* nextFiles(): Generator<Candidate> {
    for (const { id, size, phase, slot, sameDecision } of queue.items.values()) {
      const { file } = queue.sourceOf(id);
      const isNext = (phase === 'checking' || phase === 'waiting') && slot === null && sameDecision === null;
      if (isNext && file !== null) yield { id, size, file };
    }
  }

  const onItsWayTo = (target: UploadTarget): number =>
    [...queue.items.values()]
      .filter((item) => item.target.id === target.id && !isSettled(item) && item.phase !== 'failed')
      .reduce((sum, { size }) => sum + size, 0);

  /** Checks the quota in advance: a large file would otherwise be refused only after it was sent. */
  const lookForRoom = async (): Promise<void> => {
    const shortage = await shortageOf(inPhase('paused', 'interrupted'), (targetId) =>
      server.room(targetId, closing.signal),
    );
    if (shortage !== null) queue.set({ shortage });
  };

  const restart = (items: readonly UploadItem[]): void => {
    queue.set({ held: null });
    // The common problem is over, so resume all lines that it stopped, whichever of its kinds each one met.
    const stopped = inPhase('paused').filter(({ problem }) => problem !== null && passing.has(problem.kind));
    for (const { id } of [...items, ...stopped]) queue.patch(id, { phase: 'waiting', problem: null });
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
      // The server deletes abandoned batches by itself; this frees the space sooner.
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

  const decideSame = (ids: readonly string[], decision: SameDecision): void => {
    const phase = decision === 'skip' ? 'skipped' : 'waiting';
    for (const id of ids) queue.patch(id, { phase, sameDecision: decision });
    pump();
  };

  /** Gives the files to the interrupted lines they belong to; `rest` gets the others. */
  const take = async (
    reading: AsyncIterable<Reading>,
    isFor: (item: UploadItem) => boolean,
    rest: (reading: Reading) => void,
  ): Promise<number> => {
    let taken = 0;
    readings += 1;
    queue.set({ reading: true });
    for await (const { found, ...more } of reading) {
      const { matches, others } = matchInterrupted(inPhase('interrupted').filter(isFor), found);
      for (const { id, source, change } of matches) {
        queue.attach(id, source);
        queue.patch(id, change);
      }
      if (matches.length > 0) restart(matches.map(({ id }) => current(id)));
      taken += matches.length;
      rest({ ...more, found: others });
    }
    readings -= 1;
    queue.set({ reading: readings > 0 });
    return taken;
  };

  const append = ({ found, junk, shortage }: Reading, target: UploadTarget, purpose: Purpose): void => {
    const { pausedAll, junk: before, shortage: earlier } = queue.store.getState();
    const lines = found.map((one) => ({
      item: itemFor(one, target, newId(), purpose),
      source: one.kind === 'file' ? one : noSource,
    }));
    const added = queue.add(lines);
    if (queue.store.getState().held === 'connection')
      void added.then(() => queue.keepBytes(lines.map(({ item }) => item.id)));
    if (pausedAll || shortage !== undefined) for (const { item } of lines) pause(item.id);
    if (shortage !== undefined) {
      const ids = lines.map(({ item }) => item.id);
      queue.set({ shortage: { ...shortage, ids: [...(earlier?.ids ?? []), ...ids] } });
    }
    if (junk > 0) queue.set({ junk: before + junk });
    pump();
  };

  return {
    store: queue.store,
    add: async (reading, target, purpose = 'document') => {
      const room = async () => {
        const found = await server.room(target.id, closing.signal);
        return found === null ? null : { ...found, left: Math.max(0, found.left - onItsWayTo(target)) };
      };
      await take(
        withinRoom(reading, room),
        (item) => item.target.id === target.id && item.purpose === purpose,
        (rest) => append(rest, target, purpose),
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
    decideSame,
    decideAllSame: (decision) => {
      for (const { id } of inPhase('waiting', 'checking', 'paused', 'interrupted')) {
        queue.patch(id, { sameDecision: decision });
      }
      decideSame(
        inPhase('duplicate').map(({ id }) => id),
        decision,
      );
    },
    startWhatFits: () => {
      const { shortage } = queue.store.getState();
      let left = shortage?.left ?? 0;
      const fitting = inPhase('paused').filter(({ id, size }) => {
        if (shortage?.ids.includes(id) !== true || size > left) return false;
        left -= size;
        return true;
      });
      queue.set({ shortage: null });
      void resume(fitting);
    },
    cancelShortage: () => {
      cancel(queue.store.getState().shortage?.ids ?? []);
      queue.set({ shortage: null });
    },
    setDescribing: (describing, by = options.tab) => {
      if (describing) describers.add(by);
      else if (!describers.delete(by)) return;
      queue.set({ describing: describers.size > 0 });
      if (describers.size === 0) restart(inPhase('described'));
    },
    describe: async (ids, details) => {
      const filed: string[] = [];
      for (const id of ids) {
        const item = queue.items.get(id);
        if (item === undefined || !isDescribable(item)) continue;
        queue.patch(id, { details });
        if (item.documentId !== null) filed.push(item.documentId);
      }
      // One after the other, as there may be thousands.
      const indexedLater = filed.length > 1;
      for (const documentId of filed)
        await server.describe(documentId, details.properties, closing.signal, indexedLater);
      if (indexedLater) await server.waitForIndexing().catch(() => undefined);
      options.onFiled({ uids: filed, folders: [] });
    },
    clear: () => queue.remove([...queue.items.values()].filter(isSettled).map(({ id }) => id)),
    restore: async (others) => {
      const loaded = await options.storage.load(options.owner);
      const left = loaded.filter(({ tab, id }) => !others.has(tab) && !queue.items.has(id));
      for (const { item } of left) if (item.slot != null) batches.adopt(item.slot);
      await queue.add(
        left.map(({ item, root, path, file = null }) => ({
          item: { ...missingFieldDefaults, ...item, ...stateOfLoaded(item, { root, file }) },
          source: { file, root, path },
        })),
      );
      // Lines that waited for the connection go on by themselves.
      await queue.keepBytes(left.map(({ id }) => id));
      pump();
      void lookForRoom();
    },
    handOver: (ids, tab) => {
      const idle = ids.filter((id) => {
        const phase = queue.items.get(id)?.phase;
        return phase === 'interrupted' || (phase === 'paused' && isToBeAsked(queue.sourceOf(id)));
      });
      return queue.handOver(idle, tab);
    },
    isToBeAsked: (id) => isToBeAsked(queue.sourceOf(id)),
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

/**
 * A line continues by itself if its bytes are stored here, or if its document was already requested and so may exist. If the
 * file must be read from disk again, it waits for the user.
 */
function stateOfLoaded(
  { kind, problem, attempted }: UploadItem,
  { root, file }: Pick<FileSource, 'root' | 'file'>,
): Pick<UploadItem, 'phase' | 'problem'> {
  if (file !== null) return { phase: 'waiting', problem: null };
  // The file is to be chosen again, and is then used as it is now.
  if (problem !== null && lostFile.has(problem.kind)) return { phase: 'interrupted', problem };
  if (attempted) return { phase: 'waiting', problem: null };
  return { phase: kind === 'folder' || root !== null ? 'paused' : 'interrupted', problem: null };
}

function phaseAfter(kind: ProblemKind): Phase {
  if (passing.has(kind)) return 'paused';
  return lostFile.has(kind) ? 'interrupted' : 'failed';
}
