/** The two things that can be asked for, apart from the command line and the terminal. */

import { markUnfinished } from '#server/adapters/sql/migrations.ts';
import { compare } from './compare.ts';
import { copyRows } from './copy-rows.ts';
import { Differences } from './differences.ts';
import { copyFiles } from './files.ts';
import { type Beginning, openSource, openTarget, type PlaceName, refuseSame } from './places.ts';
import type { Progress } from './progress.ts';

export interface Asked {
  readonly from: PlaceName;
  readonly to: PlaceName;
}

/** Ends by comparing; the target is marked as finished when nothing was left out, whatever the comparison says. */
export async function copyRepository(
  { from, to, beginning }: Asked & { readonly beginning: Beginning },
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  await refuseSame(from, to);
  const source = await openSource(from);
  try {
    const target = await openTarget(to, beginning);
    try {
      await copyRows(source.rows, target.rows, progress, signal);
      const differences = new Differences();
      await copyFiles(source, target, differences, progress, signal);
      await compare(source, target, differences, { whole: false }, progress, signal);
      await markUnfinished(target.rows.database, false);
      return differences;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export async function compareRepositories(
  { from, to }: Asked,
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  await refuseSame(from, to);
  const one = await openSource(from);
  try {
    const other = await openSource(to);
    try {
      const differences = new Differences();
      await compare(one, other, differences, { whole: true }, progress, signal);
      return differences;
    } finally {
      await other.close();
    }
  } finally {
    await one.close();
  }
}
