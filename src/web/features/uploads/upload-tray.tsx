/**
 * The tray: the progress of all uploads, the lines that need a person first, and the actions for the whole queue.
 * Invariant: only the visible lines are rendered; the numbers cover all of them.
 */
import { ChevronDown, ChevronUp, FilePen, Pause, Play, X } from 'lucide';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useBusyLine } from '#web/frame/busy-line.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import type { Translate } from '#web/i18n/texts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { Pace } from './pace.ts';
import type { UploadState } from './queue.ts';
import { type Summary, summarise } from './summary.ts';
import type { UploadControls } from './upload-controls.ts';
import { UploadHints } from './upload-hints.tsx';
import { isDescribable, isSettled } from './upload-item.ts';
import { UploadLines } from './upload-lines.tsx';
import css from './upload-tray.module.css';
import { useAnnouncements } from './use-announcements.ts';

export interface UploadTrayProps {
  readonly uploader: UploadControls;
  /** Opens a picker for the files of interrupted lines. */
  readonly onChooseAgain: (what: 'files' | 'folder') => void;
  /** Opens the form for details. */
  readonly onDescribe: () => void;
}

/**
 * With more than this many files left that are smaller than `smallBytes` on average, their requests use up the connection.
 */
const manyFiles = 20;
const smallBytes = 1_000_000;

export function UploadTray({ uploader, onChooseAgain, onDescribe }: UploadTrayProps) {
  const { t } = useTranslation('uploads');
  const state = useStore(uploader.store);
  const [open, setOpen] = useState(true);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const sum = summarise(state.items.values());
  const { phases } = sum;
  const pending = sum.running + phases.waiting;
  const active = pending > 0 && state.held === null;
  useAnnouncements(sum, pending > 0);
  const { filesLeft, left } = sum;
  useEffect(() => {
    // Once busy, it stays so until the last file: thumbnails that the server must make first would hold up connections.
    useBusyLine.setState(({ busy }) => ({
      busy: active && filesLeft > (busy ? 0 : manyFiles) && left < filesLeft * smallBytes,
    }));
  }, [active, filesLeft, left]);
  useEffect(() => () => useBusyLine.setState({ busy: false }), []);
  if (sum.files === 0 && !state.reading) return null;
  return (
    <InSlot name="tray">
      <section className={css.tray} aria-label={t('tray')}>
        <div className={css.head}>
          <div className={css.row}>
            <b>{titleOf(sum, state, t)}</b>
            <span className={css.grow} />
            {phases.failed > 0 ? (
              <Button
                size="small"
                variant="quiet"
                className={css.danger}
                aria-pressed={onlyFailed}
                onClick={() => setOnlyFailed(!onlyFailed)}
              >
                {t('failed', { count: phases.failed })}
              </Button>
            ) : null}
            {[...state.items.values()].some(isDescribable) ? (
              <IconButton icon={FilePen} size="small" label={t('details.open')} onClick={onDescribe} />
            ) : null}
            {active || phases.paused + pending > 0 ? (
              <IconButton
                icon={active ? Pause : Play}
                size="small"
                label={active ? t('pauseAll') : t('resumeAll')}
                onClick={() => (active ? uploader.pauseAll() : void uploader.resumeAll())}
              />
            ) : null}
            <IconButton
              icon={open ? ChevronDown : ChevronUp}
              size="small"
              label={open ? t('collapse') : t('expand')}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
            <Dismiss uploader={uploader} unsettled={sum.files - phases.done - phases.skipped} />
          </div>
          <Progress sum={sum} uploader={uploader} active={active} />
        </div>
        {open ? (
          <>
            <UploadHints sum={sum} state={state} uploader={uploader} onChooseAgain={onChooseAgain} />
            <UploadLines
              items={state.items}
              onlyFailed={onlyFailed && phases.failed > 0}
              uploader={uploader}
            />
          </>
        ) : null}
      </section>
    </InSlot>
  );
}

/** Removes settled lines; asks first if others would be cancelled. */
function Dismiss({ uploader, unsettled }: { readonly uploader: UploadControls; readonly unsettled: number }) {
  const { t } = useTranslation('uploads');
  const [asking, setAsking] = useState(false);
  const cancelAll = () => {
    const lines = [...uploader.store.getState().items.values()];
    uploader.cancel(lines.filter((item) => !isSettled(item)).map(({ id }) => id));
    setAsking(false);
  };
  return (
    <>
      <IconButton
        icon={X}
        size="small"
        label={unsettled > 0 ? t('cancelAll') : t('clear')}
        onClick={() => (unsettled > 0 ? setAsking(true) : uploader.clear())}
      />
      {asking && unsettled > 0 ? (
        <ConfirmDialog
          title={t('cancelling.title', { count: unsettled })}
          verb={t('cancelling.verb')}
          pending={false}
          refusal={undefined}
          onConfirm={cancelAll}
          onClose={() => setAsking(false)}
        >
          {t('cancelling.what')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Progress({
  sum,
  uploader,
  active,
}: {
  readonly sum: Summary;
  readonly uploader: UploadControls;
  readonly active: boolean;
}) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { speed, secondsLeft } = usePace(uploader, active);
  const done = format.count(sum.phases.done);
  return (
    <>
      <ProgressBar
        label={t('progress')}
        share={sum.share}
        failed={sum.files === 0 ? 0 : sum.phases.failed / sum.files}
        text={t('progressText', { done, total: format.count(sum.files) })}
      />
      <p className={css.facts}>
        <bdi>{t('progressText', { done, total: format.count(sum.files) })}</bdi>
        {speed > 0 ? (
          <bdi>{t('speed', { speed: format.speed(speed), left: format.duration(secondsLeft) })}</bdi>
        ) : null}
      </p>
    </>
  );
}

const everyMs = 1_000;
const still: Pace = { speed: 0, secondsLeft: 0 };

/** Updated once a second, so that it can be read, and drops when nothing is sent. */
function usePace(uploader: UploadControls, active: boolean): Pace {
  const [pace, setPace] = useState(still);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setPace(uploader.pace()), everyMs);
    return () => clearInterval(timer);
  }, [uploader, active]);
  return active ? pace : still;
}

function titleOf({ files, running, phases }: Summary, { reading, held }: UploadState, t: Translate): string {
  const pending = running + phases.waiting;
  if (files === 0 && reading) return t('title.reading');
  if (held !== null && pending + phases.paused > 0) return t('title.held');
  if (pending > 0) return t('title.running', { count: pending + phases.done });
  if (phases.paused > 0) return t('title.paused');
  if (phases.failed + phases.conflict + phases.duplicate + phases.interrupted > 0) return t('title.waiting');
  if (phases.described > 0) return t('title.described');
  return t('title.done', { count: phases.done });
}
