/** Says that a folder on its way to this device has found no room: how much of it is here, and where to go on. */
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
      // One that was full before this page was opened has its mark in lists, and its line in the settings.
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
