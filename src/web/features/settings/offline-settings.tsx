/** The folders copied to this device: their size and age, what is missing, and buttons to refresh or remove them. */

import { CloudOff, Pause, Play, RefreshCw, Trash2 } from 'lucide';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import type { OfflineFolder } from '#web/api/offline/offline-folder.ts';
import { type OfflineActions, type OfflineState, offlineFolders } from '#web/api/offline/offline-folders.ts';
import { removeOffline } from '#web/documents/offline/remove-offline.ts';
import { useRoom } from '#web/documents/offline/use-room.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import css from './settings-page.module.css';

export function OfflineSettings() {
  const { t } = useTranslation('offline');
  const format = useFormat();
  const { folders, progress, actions } = useStore(offlineFolders);
  const room = useRoom();
  if (actions === null) return <p className={css.words}>{t('settings.shared')}</p>;
  if (folders.length === 0) return <p className={css.words}>{t('settings.none')}</p>;
  const bytes = folders.reduce((sum, folder) => sum + folder.bytes, 0);
  return (
    <>
      <ul className={css.list}>
        {folders.map((folder) => (
          <OneFolder
            key={folder.uid}
            folder={folder}
            progress={progress?.uid === folder.uid ? progress : null}
            actions={actions}
          />
        ))}
      </ul>
      {room === null ? null : (
        <p className={css.words}>
          {t('settings.room', { size: format.size(bytes), free: format.size(room.free) })}{' '}
          {room.lasting ? null : t('settings.passing')}
        </p>
      )}
    </>
  );
}

interface OneFolderProps {
  readonly folder: OfflineFolder;
  readonly progress: OfflineState['progress'];
  readonly actions: OfflineActions;
}

function OneFolder({ folder, progress, actions }: OneFolderProps) {
  const { t } = useTranslation('offline');
  const { t: changes } = useTranslation('changes');
  const format = useFormat();
  const { uid, title, path, paused, problem, refreshedAt, leftOut, failed, limit } = folder;
  const counted = (count: number) => ({ count, number: format.count(count) });
  const say = (work: Promise<void>) =>
    void work.catch(({ message }: Error) =>
      addToast({ kind: 'bad', text: changes('offline.failed', { reason: message }) }),
    );
  // A copy that stopped by itself is restarted, even if it was never complete.
  const isStopped = problem === 'full' || problem === 'gone';
  const canWait = paused || progress !== null || (refreshedAt === null && !isStopped);
  return (
    <li className={css.line}>
      <Icon icon={CloudOff} size={18} />
      <div className={css.words}>
        <h3>
          <Link to={paths.browse.href(path)}>
            <BidiName>{title}</BidiName>
          </Link>
        </h3>
        <p>
          {t('settings.size', { ...counted(folder.documents), size: format.size(folder.bytes) })}{' '}
          {refreshedAt === null
            ? t('settings.never')
            : t('settings.refreshed', { when: format.relative(new Date(refreshedAt)) })}{' '}
          {paused ? t('settings.paused') : null}
        </p>
        {progress === null ? null : (
          <ProgressBar
            label={t('settings.progressOf', { name: title })}
            share={progress.total === 0 ? undefined : progress.done / progress.total}
            text={t(`settings.step.${progress.step}`, {
              done: format.count(progress.done),
              total: format.count(progress.total),
            })}
          />
        )}
        {problem === null ? null : (
          <Note kind="warn">{t(`settings.problem.${problem}`, counted(folder.files))}</Note>
        )}
        {leftOut === 0 ? null : (
          <p>{t('settings.leftOut', { ...counted(leftOut), limit: format.size(limit) })}</p>
        )}
        {failed === 0 ? null : <p>{t('settings.failed', counted(failed))}</p>}
      </div>
      {canWait ? (
        <Button
          variant="quiet"
          icon={paused ? Play : Pause}
          aria-label={t(paused ? 'settings.resumeOf' : 'settings.pauseOf', { name: title })}
          onClick={() => say(actions.pause(uid, !paused))}
        >
          {t(paused ? 'settings.resume' : 'settings.pause')}
        </Button>
      ) : (
        <Button
          variant="quiet"
          icon={RefreshCw}
          aria-label={t('settings.refreshOf', { name: title })}
          onClick={() => say(actions.refresh(uid))}
        >
          {t('settings.refresh')}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={Trash2}
        aria-label={t('settings.removeOf', { name: title })}
        onClick={() => removeOffline(folder, changes)}
      >
        {t('settings.remove')}
      </Button>
    </li>
  );
}
