// What is asked before a session ends in every tab: what is unsaved goes with it, and what has not reached the server.
import { waitingQueue } from '#web/api/waiting/now-or-later.ts';
import { mayLoseUnsaved } from '#web/frame/leaving.ts';
import { askAboutWaiting } from '#web/frame/waiting-dialog.ts';

/** @param leave is called when they may go */
export async function askBeforeLeaving(leave: () => void): Promise<void> {
  if (!(await mayLoseUnsaved(true))) return;
  const { queue } = waitingQueue.getState();
  if (queue === null || queue.store.getState().changes.length === 0) leave();
  else askAboutWaiting(leave);
}
