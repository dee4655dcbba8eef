/** Copying and comparing repositories, independent of command line and terminal. */
import { markUnfinished } from '#server/adapters/sql/migrations.ts';
import { compare } from './compare.ts';
import { copyRows } from './copy-rows.ts';
import { Differences } from './differences.ts';
import { copyFiles } from './files.ts';
import { type Beginning, openSource, openTarget, type Place, type PlaceName, refuseSame } from './places.ts';
import type { Progress } from './progress.ts';

export interface CopyOptions {
  readonly from: PlaceName;
  readonly to: PlaceName;
}

/** Compares at the end; the target counts as finished when nothing was left out, whatever the comparison finds. */
export async function copyRepository(
  { from, to, beginning }: CopyOptions & { readonly beginning: Beginning },
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  await refuseSame(from, to);
  return within(openSource(from), (source) =>
    within(openTarget(to, beginning), async (target) => {
      await copyRows(source.rows, target.rows, progress, signal);
      const differences = new Differences();
      await copyFiles(source, target, differences, progress, signal);
      await compare(source, target, differences, { whole: false }, progress, signal);
      await markUnfinished(target.rows.database, false);
      return differences;
    }),
  );
}

export async function compareRepositories(
  { from, to }: CopyOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  await refuseSame(from, to);
  return within(openSource(from), (one) =>
    within(openSource(to), async (other) => {
      const differences = new Differences();
      await compare(one, other, differences, { whole: true }, progress, signal);
      return differences;
    }),
  );
}

/** Closes the place after the work, also after a failure. */
async function within(
  opening: Promise<Place>,
  work: (place: Place) => Promise<Differences>,
): Promise<Differences> {
  const place = await opening;
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}
