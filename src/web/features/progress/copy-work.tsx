/** Shows the running copy of a folder to this device, of this tab or another, among the other long work. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type OfflineState, offlineFolders } from '#web/api/offline/offline-folders.ts';
import { startWork } from '#web/frame/running-work.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Hide the check for changes every quarter of an hour; show what it then fetches. */
const fetchedNow = ({ progress }: OfflineState) => (progress?.step === 'list' ? undefined : progress?.uid);

export function CopyWork() {
  const { t } = useTranslation('offline');
  const { t: own } = useTranslation('progress');
  const { t: changes } = useTranslation('changes');
  const uid = useStore(offlineFolders, fetchedNow);
  const name = useStore(offlineFolders, ({ folders }) => folders.find((one) => one.uid === uid)?.title);
  useEffect(() => {
    if (uid === undefined || name === undefined) return;
    const work = startWork(t('settings.progressOf', { name }), 'pause');
    const show = ({ progress }: OfflineState) =>
      progress !== null && work.show(progress.done, progress.total);
    show(offlineFolders.getState());
    const pause = async (paused: boolean): Promise<void> => {
      try {
        await offlineFolders.getState().actions?.pause(uid, paused);
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        addToast({ kind: 'bad', text: changes('offline.failed', { reason }) });
      }
    };
    const onStop = async () => {
      await pause(true);
      addToast({
        text: own('paused', { name }),
        action: { label: t('settings.resume'), run: () => void pause(false) },
      });
    };
    work.signal.addEventListener('abort', () => void onStop());
    const unsubscribe = offlineFolders.subscribe(show);
    return () => {
      unsubscribe();
      work.end();
    };
  }, [uid, name, t, own, changes]);
  return null;
}
