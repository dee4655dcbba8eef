/**
 * All long work, beside the uploads at the bottom: its name, its progress, a button to stop it, and failures or results
 * until they are dismissed. It is outside of every page, so that it stays visible on all of them.
 */
import { CircleAlert, CircleCheck, Pause, X } from 'lucide';
import { useEffect } from 'react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import {
  dismissWork,
  type RunningWork,
  stopWork,
  useRunningWork,
  type WorkOutcome,
} from '#web/frame/running-work.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { announce } from '#web/ui/live-region.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { CopyWork } from './copy-work.tsx';
import { FollowedJobs } from './followed-jobs.tsx';
import { FullDevice } from './full-device.tsx';
import css from './work-tray.module.css';

export function WorkTray() {
  const { t } = useTranslation('progress');
  const items = useRunningWork((state) => state.items);
  return (
    <>
      <CopyWork />
      <FollowedJobs />
      <FullDevice />
      {items.length === 0 ? null : (
        <InSlot name="tray">
          <section className={css.tray} aria-label={t('title')}>
            <ul>
              {items.map((item) =>
                item.outcome === null ? (
                  <Running key={item.id} work={item} />
                ) : (
                  <Ended key={item.id} work={item} outcome={item.outcome} />
                ),
              )}
            </ul>
          </section>
        </InSlot>
      )}
    </>
  );
}

function Running({ work }: { readonly work: RunningWork }) {
  const { t } = useTranslation('progress');
  const format = useFormat();
  const { id, what, done, total, stop, isStopping } = work;
  const status = isStopping ? t('stopping') : what;
  useEffect(() => announce(status), [status]);
  const far = total === 0 ? undefined : t('far', { done: format.count(done), total: format.count(total) });
  return (
    <li className={css.line}>
      <span className={css.text}>{what}</span>
      {stop === null ? null : (
        <IconButton
          icon={stop === 'stop' ? X : Pause}
          size="small"
          label={t(stop, { what })}
          disabledReason={isStopping ? t('stopping') : undefined}
          onClick={() => stopWork(id)}
        />
      )}
      <div className={css.far}>
        <ProgressBar label={what} share={total === 0 ? undefined : done / total} text={far} />
        <bdi>{isStopping ? t('stopping') : far}</bdi>
      </div>
    </li>
  );
}

interface EndedProps {
  readonly work: RunningWork;
  readonly outcome: WorkOutcome;
}

function Ended({ work: { id, what }, outcome: { text, action, isReady = false } }: EndedProps) {
  const { t } = useTranslation('progress');
  useEffect(() => announce(text, isReady ? 'polite' : 'assertive'), [text, isReady]);
  return (
    <li className={css.line}>
      <span className={css.text}>{what}</span>
      <IconButton icon={X} size="small" label={t('dismiss', { what })} onClick={() => dismissWork(id)} />
      <div className={isReady ? css.ready : css.problem}>
        <Icon icon={isReady ? CircleCheck : CircleAlert} size={14} />
        <span dir="auto">{text}</span>
        {action === undefined ? null : (
          <Button size="small" onClick={() => action.run(() => dismissWork(id))}>
            {action.label}
          </Button>
        )}
      </div>
    </li>
  );
}
