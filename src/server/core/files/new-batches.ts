/**
 * Stores new batches together: those created while others are being stored go into the next unit of work, because many
 * clients create a batch for each file.
 * Invariant: the promise resolves only when the batch is stored.
 */
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Batch } from '../kernel/stores.ts';

interface OnTheirWay {
  waiting: Batch[];
  /** The next commit, which still takes more batches. */
  next: Promise<void> | undefined;
  last: Promise<void>;
}

const onTheirWay = new WeakMap<Repository, OnTheirWay>();

export function storeNewBatch(repository: Repository, batch: Batch): Promise<void> {
  const all = onTheirWay.get(repository) ?? { waiting: [], next: undefined, last: Promise.resolve() };
  onTheirWay.set(repository, all);
  all.waiting.push(batch);
  all.next ??= all.last
    .catch(() => undefined)
    .then(() => {
      const batches = all.waiting;
      all.waiting = [];
      all.next = undefined;
      all.last = store(repository, batches);
      return all.last;
    });
  return all.next;
}

function store(repository: Repository, batches: readonly Batch[]): Promise<void> {
  return inSession(repository, { principals: systemPrincipals, mayWrite: true }, async (session) => {
    await (await session.write()).batches.create(...batches);
  });
}
