/**
 * Counters of committed changes, which tell servers whether their caches are still valid.
 * Invariant: a change is counted in the transaction that makes it; concurrent changes wait for each other at the counter.
 */

import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { prepared } from '../prepared.ts';

/** Keys among the counters of directories; no directory has such a name. */
export type ChangeCounter = 'changes of people' | 'changes of read lists';

const countOne = prepared<{ readonly directory: string }>(
  (_context, parameter) => sql`insert into entry_counters (directory, value)
    values (${parameter('directory')}, 1)
    on conflict (directory) do update set value = entry_counters.value + 1`,
);

const changeCount = prepared<{ readonly directory: string }, { readonly value: number }>(
  ({ database }, parameter) =>
    database.selectFrom('entry_counters').select('value').where('directory', '=', parameter('directory')),
  { isShort: true },
);

export async function countChange(context: StoreContext, counter: ChangeCounter): Promise<void> {
  await countOne.defer(context, { directory: counter });
}

export async function changesOf(context: StoreContext, counter: ChangeCounter): Promise<number> {
  return (await changeCount.first(context, { directory: counter }))?.value ?? 0;
}
