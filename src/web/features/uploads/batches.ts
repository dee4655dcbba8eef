/**
 * Places for files on the server. Small ones share a batch: a thousand of them shall not ask for a thousand.
 * Invariant: a shared batch is dropped when no open line has its file in it, and never while one has.
 */
import type { Slot, UploadServer } from './upload-server.ts';

const sharedUpTo = 1_000_000;
const mostInBatch = 100;

export interface Batches {
  readonly place: (size: number, signal: AbortSignal) => Promise<Slot>;
  /** The server knows this batch no more: nothing else is put into it. */
  readonly lost: (slot: Slot) => void;
  /** Filled on an earlier visit. */
  readonly adopt: (slot: Slot) => void;
  /** Nothing is under way: what was begun is closed, and dropped if nobody needs it. */
  readonly rest: () => Promise<void>;
}

interface Open {
  readonly batchId: Promise<string>;
  /** Null until the server has named it. */
  name: string | null;
  taken: number;
}

/** @param needed the batches in which open lines have their files */
export function createBatches(
  { createBatch, dropBatch }: Pick<UploadServer, 'createBatch' | 'dropBatch'>,
  needed: () => ReadonlySet<string>,
): Batches {
  const closed = new Set<string>();
  let open: Open | null = null;
  // One person's pause must not fail the others that wait for the same batch.
  const { signal: noStop } = new AbortController();

  const begin = (): Open => {
    const begun: Open = { batchId: createBatch(noStop), name: null, taken: 0 };
    begun.batchId.then(
      (batchId) => {
        begun.name = batchId;
      },
      () => {
        if (open === begun) open = null;
      },
    );
    return begun;
  };

  const close = async (): Promise<void> => {
    const closing = open;
    open = null;
    const batchId = await closing?.batchId.catch(() => undefined);
    if (batchId !== undefined) closed.add(batchId);
  };

  const tidy = (): void => {
    const inUse = needed();
    for (const batchId of closed) {
      if (inUse.has(batchId)) continue;
      closed.delete(batchId);
      // The server forgets abandoned batches by itself; this only gives the room back sooner.
      dropBatch(batchId).catch(() => undefined);
    }
  };

  return {
    place: async (size, signal) => {
      if (size > sharedUpTo) return { batchId: await createBatch(signal), index: 0, shared: false };
      if (open?.taken === mostInBatch) {
        // The one that is full now waits for the next time: its last lines may not know yet that they are in it.
        tidy();
        void close();
      }
      open ??= begin();
      const { batchId, taken } = open;
      open.taken += 1;
      return { batchId: await batchId, index: taken, shared: true };
    },
    lost: ({ batchId }) => {
      closed.delete(batchId);
      if (open?.name === batchId) open = null;
    },
    adopt: ({ batchId, shared }) => {
      if (shared) closed.add(batchId);
    },
    rest: async () => {
      await close();
      tidy();
    },
  };
}
