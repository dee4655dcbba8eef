/**
 * Work on many documents, one after the other: shown in the tray, stopped between two. Invariant: a document that cannot be
 * changed does not stop the others, and is listed afterwards.
 */
import type { QueryClient } from '@tanstack/react-query';
import { documentFamilies } from '#web/api/keys.ts';
import { startWork } from '#web/frame/running-work.ts';
import type { BulkFailure } from '#wire/search.ts';
import { failureOutcome } from '../jobs/failures.ts';
import type { Words } from './in-steps.ts';

export async function oneByOne<T extends { readonly uid: string }>(
  all: readonly T[],
  words: Words,
  doing: string,
  client: QueryClient,
  step: (one: T) => Promise<void>,
): Promise<{ readonly done: number; readonly left: number }> {
  const work = startWork(doing, all.length > 1 ? 'stop' : null);
  const warn = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', warn);
  const failures: BulkFailure[] = [];
  let tried = 0;
  for (const one of all) {
    if (work.signal.aborted) break;
    try {
      await step(one);
    } catch (error) {
      failures.push({ uid: one.uid, message: error instanceof Error ? error.message : String(error) });
    }
    tried += 1;
    work.show(tried, all.length);
  }
  removeEventListener('beforeunload', warn);
  const [first] = failures;
  work.end(first && failureOutcome({ failures, count: failures.length, reason: first.message }, words));
  for (const queryKey of documentFamilies) void client.invalidateQueries({ queryKey });
  return { done: tried - failures.length, left: all.length - tried };
}
