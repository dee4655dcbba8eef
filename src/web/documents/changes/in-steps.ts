/**
 * Work on many documents, some at a time: shown in the tray if it takes longer than a moment, and stopped between two steps.
 * Invariant: completed steps are kept, the others change nothing; the caller reports both.
 */
import { startWork } from '#web/frame/running-work.ts';
import type { Translate } from '#web/i18n/texts.ts';
import type { Format } from '#web/i18n/use-format.ts';

const stepSize = 100;

export interface Words {
  readonly t: Translate;
  readonly format: Pick<Format, 'count'>;
}

export interface Worked<T> {
  readonly done: readonly T[];
  /** Why some were not changed, as text; null if all were. */
  readonly rest: string | null;
  readonly broke: boolean;
}

/** Throws the error of the first step: nothing was changed then. */
export async function inSteps<T>(
  all: readonly T[],
  { t, format }: Words,
  doing: string,
  step: (some: readonly T[]) => Promise<unknown>,
): Promise<Worked<T>> {
  const inParts = all.length > stepSize;
  const work = startWork(doing, inParts ? 'stop' : null);
  const warn = (event: Event) => event.preventDefault();
  // A single call is completed by the server even if the page is closed.
  if (inParts) globalThis.addEventListener?.('beforeunload', warn);
  const done: T[] = [];
  const left = () => ({ count: all.length - done.length, number: format.count(all.length - done.length) });
  try {
    for (let at = 0; at < all.length && !work.signal.aborted; at += stepSize) {
      const some = all.slice(at, at + stepSize);
      await step(some);
      done.push(...some);
      if (inParts) work.show(done.length, all.length);
    }
  } catch (error) {
    if (done.length === 0) throw error;
    const reason = error instanceof Error ? error.message : '';
    return { done, rest: t('work.broke', { ...left(), reason }), broke: true };
  } finally {
    globalThis.removeEventListener?.('beforeunload', warn);
    work.end();
  }
  return { done, rest: done.length === all.length ? null : t('work.stopped', left()), broke: false };
}
