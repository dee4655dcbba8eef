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

/** Every tab with something unsaved holds it, so that the others know. */
export const unsavedLock = 'muniment:unsaved';

async function isUnsavedInAnyTab(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === unsavedLock);
}

/**
 * Asks if anything is unsaved. The browser would ask only when the session has gone already, and whoever stayed then would
 * have nothing to stay with.
 * @param inAllTabs the session ends in all of them
 * @returns whether to leave
 */
export async function mayLoseUnsaved(inAllTabs: boolean): Promise<boolean> {
  if (useLeaveQuestion.getState().holding.length > 0) return askToLeave();
  return inAllTabs && (await isUnsavedInAnyTab()) ? askToLeave('elsewhere') : true;
}

/** To be called just before the page goes, so that the browser does not ask once more. */
export function forgetUnsaved(): void {
  useLeaveQuestion.setState({ holding: [] });
}
