// Before somebody signs out or another person takes over: asks about unsaved changes, and runs the registered clean-ups of what
// is kept on this device.
import { askToLeave, useLeaveQuestion } from './leave-guard.ts';

const cleanings = new Set<() => Promise<unknown>>();

/** @returns unregisters it */
export function onLeaving(clean: () => Promise<unknown>): () => void {
  cleanings.add(clean);
  return () => cleanings.delete(clean);
}

/** Resolves when all clean-ups have ended, also those that failed. */
export async function cleanUpBeforeLeaving(): Promise<void> {
  await Promise.allSettled([...cleanings].map((clean) => clean()));
}

/** The name of a shared Web Lock that every tab with unsaved work holds, so that the other tabs know. */
export const unsavedLock = 'muniment:unsaved';

async function isUnsavedInAnyTab(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === unsavedLock);
}

/**
 * Asks the user if there is unsaved work. The browser itself would ask only after the session has ended, when staying is of
 * no use.
 * @param inAllTabs whether the session ends in all tabs
 * @returns whether to leave
 */
export async function mayLoseUnsaved(inAllTabs: boolean): Promise<boolean> {
  if (useLeaveQuestion.getState().holding.length > 0) return askToLeave();
  return inAllTabs && (await isUnsavedInAnyTab()) ? askToLeave('elsewhere') : true;
}

/** Call it just before the page unloads, so that the browser does not ask again. */
export function forgetUnsaved(): void {
  useLeaveQuestion.setState({ holding: [] });
}
