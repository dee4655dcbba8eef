/**
 * The notice shown while code of the app cannot be loaded, and the retries: after a pause, as soon as the server answers,
 * or by a button. If the host has another release now, the code is gone for good, and only a reload helps.
 */
import { TriangleAlert, WifiOff } from 'lucide';
import { useEffect } from 'react';
import { create } from 'zustand';
import { runningApi } from '#web/api/start.ts';
import { useConnection } from '#web/api/use-connection.ts';
import { besideIndex } from '#web/base-address.ts';
import { forgetUnanswered } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { type MissingPartProps, onMissingPart, useMissingPart } from '#web/ui/lazy-part.ts';
import { isLoadFailure } from '#web/ui/load-failure.ts';
import { Band } from './band.tsx';
import css from './missing-parts.module.css';

interface Missing {
  readonly count: number;
  /** The host has another release now. */
  readonly isReplaced: boolean;
  /** The number of dialogs, pages or panels that show the notice themselves. */
  readonly shownInPlace: number;
}

const useMissing = create<Missing>(() => ({ count: 0, isReplaced: false, shownInPlace: 0 }));

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

const waiting = new Set<() => void>();

function tryNow(): void {
  for (const go of waiting) go();
}

function untilTry(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, pauseMs);
    waiting.add(go);
  });
}

function addMissing(step: 1 | -1): void {
  useMissing.setState(({ count }) => ({ count: count + step }));
  useMissingPart.setState({ Notice: useMissing.getState().count > 0 ? MissingNotice : null });
}

async function askHost(): Promise<void> {
  const answer = await fetch(besideIndex('.'), { cache: 'no-cache' }).catch(() => null);
  if (answer === null) return runningApi().connection.check();
  const page = answer.ok ? await answer.text() : '';
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  useMissing.setState({ isReplaced: /src="\.\/assets\/early-/.test(page) && !page.includes(own) });
}

async function whenMissing<Part>(load: () => Promise<Part>): Promise<Part> {
  addMissing(1);
  forgetUnanswered();
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await askHost();
      await untilTry(pauseMs);
      try {
        return await load();
      } catch (cause) {
        if (!isLoadFailure(cause)) throw cause;
      }
    }
  } finally {
    addMissing(-1);
  }
}

onMissingPart(whenMissing);

// Vite requests each style sheet once, and then takes it for loaded, even if it failed.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      void untilTry(firstPauseMs).then(() => target.replaceWith(target.cloneNode()));
  },
  true,
);

function MissingNotice({ onClose }: MissingPartProps) {
  const { t } = useTranslation('session');
  const { t: ui } = useTranslation('ui');
  useEffect(() => {
    useMissing.setState(({ shownInPlace }) => ({ shownInPlace: shownInPlace + 1 }));
    return () => useMissing.setState(({ shownInPlace }) => ({ shownInPlace: shownInPlace - 1 }));
  }, []);
  const isReplaced = useMissing((state) => state.isReplaced);
  return (
    <div className={cx(css.notice, onClose !== undefined && css.raised)}>
      <Icon icon={isReplaced ? TriangleAlert : WifiOff} className={css.icon} />
      <p role="alert">{t(isReplaced ? 'missing.replaced' : 'missing.text')}</p>
      <div className={css.actions}>
        {onClose === undefined ? null : <Button onClick={onClose}>{ui('close')}</Button>}
        <MissingAction isReplaced={isReplaced} />
      </div>
    </div>
  );
}

function MissingAction({ isReplaced }: { readonly isReplaced: boolean }) {
  const { t } = useTranslation('shell');
  return isReplaced ? (
    // If something is not saved, the browser asks first.
    <Button variant="primary" onClick={() => location.reload()}>
      {t('crash.reload')}
    </Button>
  ) : (
    <Button variant="primary" onClick={tryNow}>
      {t('crash.retry')}
    </Button>
  );
}

/** Shown if no dialog, page or panel shows the notice itself, and no band says that the server cannot be reached. */
export function MissingParts() {
  const { t } = useTranslation('session');
  const { count, isReplaced, shownInPlace } = useMissing();
  const { status } = useConnection();
  useEffect(() => {
    if (status === 'connected') tryNow();
  }, [status]);
  if (count === 0 || shownInPlace > 0 || (status !== 'connected' && !isReplaced)) return null;
  return (
    <InSlot name="banner">
      <Band label={t('missing.label')} action={<MissingAction isReplaced={isReplaced} />}>
        {t(isReplaced ? 'missing.replaced' : 'missing.text')}
      </Band>
    </InSlot>
  );
}
