/** Messages that concern many lines at once: taken names, failures, interruptions, files left out. */
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { UploadState } from './queue.ts';
import type { Summary } from './summary.ts';
import { sameDecisions } from './upload-item.ts';
import css from './upload-tray.module.css';
import type { UploadTrayProps } from './upload-tray.tsx';

interface UploadHintsProps extends Omit<UploadTrayProps, 'onDescribe'> {
  readonly sum: Summary;
  readonly state: UploadState;
}

export function UploadHints({ sum, state, uploader, onChooseAgain }: UploadHintsProps) {
  const { t } = useTranslation('uploads');
  const { junk, held, shortage, otherTabs } = state;
  const format = useFormat();
  const { conflict, duplicate, failed, interrupted, waiting } = sum.phases;
  const more = sum.running + waiting;
  const asksForAll = conflict > 1 || (conflict > 0 && more > 0);
  const asksForAllSame = duplicate > 1 || (duplicate > 0 && more > 0);
  const calm = !asksForAll && !asksForAllSame && shortage === null && otherTabs.length === 0;
  if (calm && failed === 0 && interrupted === 0 && junk === 0 && held === null) return null;
  return (
    <div className={css.hints}>
      {held === null ? null : <p>{t(`problem.${held}`)}</p>}
      {otherTabs.length === 0 ? null : (
        <p>{t('otherTabs', { count: otherTabs.length, titles: format.list(otherTabs) })}</p>
      )}
      {shortage === null ? null : (
        <p>
          <span>
            {t('shortage.what', {
              needed: format.size(shortage.needed),
              left: format.size(shortage.left),
              title: shortage.title,
            })}
          </span>
          <Button size="small" onClick={uploader.startWhatFits}>
            {t('shortage.fitting')}
          </Button>
          <Button size="small" variant="quiet" onClick={uploader.cancelShortage}>
            {t('shortage.cancel')}
          </Button>
        </p>
      )}
      {asksForAllSame ? (
        <p>
          <span>{t(more > 0 ? 'same.allAndMore' : 'same.all', { count: duplicate })}</span>
          {sameDecisions.map((decision) => (
            <Button
              key={decision}
              size="small"
              variant={decision === 'skip' ? 'quiet' : 'line'}
              onClick={() => uploader.decideAllSame(decision)}
            >
              {t(`same.${decision}`)}
            </Button>
          ))}
        </p>
      ) : null}
      {asksForAll ? (
        <p>
          <span>{t(more > 0 ? 'conflict.allAndMore' : 'conflict.all', { count: conflict })}</span>
          <Button size="small" onClick={() => uploader.decideAll('replace')}>
            {t('conflict.replace')}
          </Button>
          <Button size="small" onClick={() => uploader.decideAll('keep-both')}>
            {t('conflict.keepBoth')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => uploader.decideAll('skip')}>
            {t('conflict.skip')}
          </Button>
        </p>
      ) : null}
      {failed > 0 ? (
        <p>
          <Button size="small" onClick={uploader.retryFailed}>
            {t('retryFailed')}
          </Button>
        </p>
      ) : null}
      {interrupted > 0 ? (
        <p>
          <span>{t('interrupted', { count: interrupted })}</span>
          <Button size="small" onClick={() => onChooseAgain('files')}>
            {t('files')}
          </Button>
          <Button size="small" onClick={() => onChooseAgain('folder')}>
            {t('folder')}
          </Button>
        </p>
      ) : null}
      {junk > 0 ? <p>{t('junk', { count: junk })}</p> : null}
    </div>
  );
}
