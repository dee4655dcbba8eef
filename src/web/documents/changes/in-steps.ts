/**
 * Work on many documents, some at a time: followed in a toast once it takes longer than a moment, and stopped between
 * two steps. Invariant: what is done stays done, and what is left is as it was; the caller tells both.
 */

import { addToast, changeToast, dismissToast } from '#web/frame/toasts.ts';
import type { Translate } from '#web/i18n/texts.ts';
import type { Format } from '#web/i18n/use-format.ts';

const stepSize = 100;
const momentMs = 1_000;

export interface Words {
  readonly t: Translate;
  readonly format: Pick<Format, 'count'>;
}

export interface Worked<T> {
  readonly done: readonly T[];
  /** Why some were left as they were, in words; null when all is done. */
  readonly rest: string | null;
  readonly broke: boolean;
}

/** Throws what the first step throws: nothing is done then. */
export async function inSteps<T>(
  all: readonly T[],
  { t, format }: Words,
  doing: string,
  step: (some: readonly T[]) => Promise<unknown>,
): Promise<Worked<T>> {
  const inParts = all.length > stepSize;
  const work = follow(doing, inParts, { t, format });
  const warn = (event: Event) => event.preventDefault();
  // One call is the server's to finish, whoever is still there.
  if (inParts) globalThis.addEventListener?.('beforeunload', warn);
  const done: T[] = [];
  const left = () => ({ count: all.length - done.length, number: format.count(all.length - done.length) });
  try {
    for (let at = 0; at < all.length && !work.signal.aborted; at += stepSize) {
      const some = all.slice(at, at + stepSize);
      await step(some);
      done.push(...some);
      work.show(done.length, all.length);
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

/** @param inParts whether there is anything to count, and a place to stop */
export function follow(doing: string, inParts: boolean, { t, format }: Words) {
  let toast: number | undefined;
  const stopping = new AbortController();
  let progress: { share: number | undefined; text: string } = { share: undefined, text: '' };
  const stop = () => {
    stopping.abort();
    toast = addToast({ text: t('work.stopping'), progress });
  };
  const timer = setTimeout(() => {
    const cancel = inParts ? { action: { label: t('work.cancel'), run: stop } } : {};
    toast = addToast({ text: doing, progress, ...cancel });
  }, momentMs);
  return {
    signal: stopping.signal,
    show: (done: number, total: number) => {
      if (!inParts) return;
      const text = t('work.progress', { done: format.count(done), total: format.count(total) });
      progress = { share: done / total, text };
      if (toast !== undefined) changeToast(toast, { progress });
    },
    end: () => {
      clearTimeout(timer);
      if (toast !== undefined) dismissToast(toast);
    },
  };
}
