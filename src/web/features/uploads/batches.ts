/**
 * Assigns files to upload batches on the server. Small files share a batch, so that a thousand of them do not need a
 * thousand batches. Invariant: a shared batch is dropped when no open line has its file in it, and never before.
 */
import type { Slot, UploadServer } from './upload-server.ts';

const sharedUpTo = 1_000_000;
const mostInBatch = 100;

export interface Batches {
  readonly place: (size: number, signal: AbortSignal) => Promise<Slot>;
  /** The server no longer has this batch: no more files are put into it. */
  readonly lost: (slot: Slot) => void;
  /** Takes over a batch that was filled on an earlier visit. */
  readonly adopt: (slot: Slot) => void;
  /** Called when nothing is running: closes the open batch, and drops closed ones that no line needs. */
  readonly rest: () => Promise<void>;
}

interface Open {
  readonly batchId: Promise<string>;
  /** Id of the batch; null until the server has answered. */
  name: string | null;
  taken: number;
}

/** @param needed the ids of the batches with files of open lines */
export function createBatches(
  { createBatch, dropBatch }: Pick<UploadServer, 'createBatch' | 'dropBatch'>,
  needed: () => ReadonlySet<string>,
): Batches {
  const closed = new Set<string>();
  let open: Open | null = null;
  // Not a line's own signal: if one line is paused, the others waiting for the same batch must not fail.
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
      // The server deletes abandoned batches by itself; this frees the space sooner.
      dropBatch(batchId).catch(() => undefined);
    }
  };

  return {
    place: async (size, signal) => {
      if (size > sharedUpTo) return { batchId: await createBatch(signal), index: 0, shared: false };
      if (open?.taken === mostInBatch) {
        // The full batch is closed only after `tidy`: its last lines may not know yet that they are in it.
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
