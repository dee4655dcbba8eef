/** Says that a device has no space left for the copy of a folder: how much was copied, and where to go on. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { startWork } from '#web/frame/running-work.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';

export function FullDevice() {
  const { t } = useTranslation('offline');
  const { t: own } = useTranslation('progress');
  const format = useFormat();
  const navigate = useNavigate();
  useEffect(
    () =>
      // Only if it happens now: a copy that was full before is marked in lists and in the settings.
      offlineFolders.subscribe(({ folders }, { folders: before }) => {
        for (const { uid, title, problem, files } of folders) {
          const last = before.find((one) => one.uid === uid);
          if (problem !== 'full' || last === undefined || last.problem === 'full') continue;
          startWork(t('settings.progressOf', { name: title })).end({
            text: t('settings.problem.full', { count: files, number: format.count(files) }),
            action: { label: own('settings'), run: () => void navigate(paths.settings.href()) },
          });
        }
      }),
    [t, own, format, navigate],
  );
  return null;
}
