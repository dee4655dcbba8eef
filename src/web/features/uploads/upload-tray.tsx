/**
 * The tray: everything on its way at a glance, what failed on top, and the whole queue under one's hands.
 * Invariant: with thousands of lines only the ones that matter now are drawn; the numbers speak for all.
 */
import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { InSlot } from '#web/ui/frame-slots.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { announce } from '#web/ui/live-region.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { type Summary, summarise } from './summary.ts';
import type { Phase, UploadItem } from './upload-item.ts';
import { UploadLine } from './upload-line.tsx';
import css from './upload-tray.module.css';
import type { Uploader } from './uploader.ts';

const mostLines = 40;
const everyMs = 5_000;
/** What needs a person first, what is done last. */
const order: readonly Phase[] = [
  'conflict',
  'failed',
  'sending',
  'finishing',
  'checking',
  'paused',
  'interrupted',
  'waiting',
  'skipped',
  'done',
];

export function UploadTray({ uploader }: { readonly uploader: Uploader }) {
  const { t } = useTranslation('uploads');
  const { items, pausedAll, reading, junk, speed } = useStore(uploader.store);
  const [open, setOpen] = useState(true);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const sum = summarise(items.values());
  const active = sum.running + sum.phases.waiting > 0 && !pausedAll;
  useLeaveGuard(active || sum.phases.conflict > 0, '/');
  useProgressAnnounced(sum, active);
  if (items.size === 0 && !reading) return null;
  const lines = shownLines(items.values(), onlyFailed && sum.phases.failed > 0);
  const stopped = sum.phases.paused > 0 || pausedAll;
  return (
    <InSlot name="tray">
      <section className={css.tray} aria-label={t('tray')}>
        <div className={css.head}>
          <div className={css.row}>
            <b>{titleOf(sum, { reading, active, stopped }, t)}</b>
            <span className={css.grow} />
            {sum.phases.failed > 0 ? (
              <Button
                size="small"
                look="quiet"
                className={css.danger}
                aria-pressed={onlyFailed}
                onClick={() => setOnlyFailed(!onlyFailed)}
              >
                {t('failed', { count: sum.phases.failed })}
              </Button>
            ) : null}
            {active ? (
              <IconButton icon={Pause} size="small" label={t('pauseAll')} onClick={uploader.pauseAll} />
            ) : stopped ? (
              <IconButton icon={Play} size="small" label={t('resumeAll')} onClick={uploader.resumeAll} />
            ) : null}
            <IconButton
              icon={open ? ChevronDown : ChevronUp}
              size="small"
              label={open ? t('collapse') : t('expand')}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
            {active ? null : <IconButton icon={X} size="small" label={t('clear')} onClick={uploader.clear} />}
          </div>
          <Progress sum={sum} speed={speed} active={active} />
        </div>
        {open ? (
          <>
            <Hints sum={sum} junk={junk} items={items} uploader={uploader} />
            <ul className={css.lines}>
              {lines.map((item) => (
                <UploadLine key={item.id} item={item} uploader={uploader} />
              ))}
            </ul>
          </>
        ) : null}
      </section>
    </InSlot>
  );
}

function Progress({
  sum,
  speed,
  active,
}: {
  readonly sum: Summary;
  readonly speed: number;
  readonly active: boolean;
}) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
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
        <bdi>{t('done', { number: done })}</bdi>
        {active && speed > 0 ? (
          <bdi>{t('speed', { speed: format.speed(speed), left: format.duration(sum.left / speed) })}</bdi>
        ) : null}
      </p>
    </>
  );
}

/** Whatever concerns many lines at once: name conflicts, failures, interruptions, what was left out. */
function Hints({
  sum,
  junk,
  items,
  uploader,
}: {
  readonly sum: Summary;
  readonly junk: number;
  readonly items: ReadonlyMap<string, UploadItem>;
  readonly uploader: Uploader;
}) {
  const { t } = useTranslation('uploads');
  const conflicts = [...items.values()].filter(({ phase }) => phase === 'conflict').map(({ id }) => id);
  const { failed, interrupted } = sum.phases;
  if (conflicts.length < 2 && failed === 0 && interrupted === 0 && junk === 0) return null;
  return (
    <div className={css.hints}>
      {conflicts.length > 1 ? (
        <p>
          {t('conflict.all', { count: conflicts.length })}{' '}
          <Button size="small" onClick={() => uploader.decide(conflicts, { kind: 'replace' })}>
            {t('conflict.replace')}
          </Button>
          <Button size="small" onClick={() => uploader.decide(conflicts, { kind: 'keep-both' })}>
            {t('conflict.keepBoth')}
          </Button>
          <Button size="small" look="quiet" onClick={() => uploader.decide(conflicts, { kind: 'skip' })}>
            {t('conflict.skip')}
          </Button>
        </p>
      ) : null}
      {failed > 0 ? (
        <Button size="small" look="quiet" onClick={uploader.retryFailed}>
          {t('retryFailed')}
        </Button>
      ) : null}
      {interrupted > 0 ? <p>{t('interrupted', { count: interrupted })}</p> : null}
      {junk > 0 ? <p>{t('junk', { count: junk })}</p> : null}
    </div>
  );
}

function titleOf(
  { files, running, phases }: Summary,
  {
    reading,
    active,
    stopped,
  }: { readonly reading: boolean; readonly active: boolean; readonly stopped: boolean },
  t: ReturnType<typeof useTranslation>['t'],
): string {
  if (files === 0 && reading) return t('title.reading');
  if (active) return t('title.running', { count: running + phases.waiting + phases.done });
  if (stopped) return t('title.paused');
  if (phases.failed + phases.conflict + phases.interrupted > 0) return t('title.waiting');
  return t('title.done', { count: phases.done });
}

function shownLines(items: Iterable<UploadItem>, onlyFailed: boolean): readonly UploadItem[] {
  const byPhase = new Map<Phase, UploadItem[]>(order.map((phase) => [phase, []]));
  for (const item of items) byPhase.get(item.phase)?.push(item);
  const wanted = onlyFailed ? (['failed'] as const) : order;
  return wanted.flatMap((phase) => byPhase.get(phase)?.slice(0, mostLines) ?? []).slice(0, mostLines);
}

/** At most every few seconds, and once at the end. */
function useProgressAnnounced({ files, phases }: Summary, active: boolean): void {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const last = useRef({ at: 0, done: 0 });
  const done = phases.done;
  useEffect(() => {
    const now = Date.now();
    if (done === last.current.done || (active && now - last.current.at < everyMs)) return;
    last.current = { at: now, done };
    announce(t('announce', { done: format.count(done), total: format.count(files) }));
  }, [done, files, active, t, format]);
}
