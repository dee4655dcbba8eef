/** Removes a folder from this device; it can be undone. */
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { addToast } from '#web/frame/toasts.ts';
import type { Translate } from '#web/i18n/texts.ts';

/** @param t of the namespace `changes` */
export function removeOffline(folder: { readonly uid: string; readonly title: string }, t: Translate): void {
  const { actions } = offlineFolders.getState();
  if (actions === null) return;
  const sayFailed = ({ message }: Error) =>
    void addToast({ kind: 'bad', text: t('offline.failed', { reason: message }) });
  actions.remove(folder.uid).then(
    () =>
      addToast({
        text: t('offline.removed', { name: folder.title }),
        undo: () => void actions.restore(folder.uid).catch(sayFailed),
      }),
    sayFailed,
  );
}
