// Asks before a session ends in every tab: unsaved work is lost then, and changes that have not reached the server.
import { waitingQueue } from '#web/api/waiting/now-or-later.ts';
import { mayLoseUnsaved } from '#web/frame/leaving.ts';
import { askAboutWaiting } from '#web/frame/waiting-dialog.ts';

/** @param leave called if the user agrees, or if nothing would be lost */
export async function askBeforeLeaving(leave: () => void): Promise<void> {
  if (!(await mayLoseUnsaved(true))) return;
  const { queue } = waitingQueue.getState();
  if (queue === null || queue.store.getState().changes.length === 0) leave();
  else askAboutWaiting(leave);
}
