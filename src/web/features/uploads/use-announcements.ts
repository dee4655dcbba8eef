/**
 * Announces the progress of uploads to screen readers: each quarter, the end, and at once if a person is needed. All tabs
 * show the same uploads, so a hidden tab announces nothing.
 */
import { useEffect, useRef } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { announce } from '#web/ui/live-region.tsx';
import type { Summary } from './summary.ts';

const everyMs = 5_000;

export function useAnnouncements({ files, share, phases }: Summary, pending: boolean): void {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const announced = useRef({ done: 0, quarter: 0, needy: 0, at: 0 });
  const { done } = phases;
  const quarter = Math.floor(share * 4);
  const needy = phases.failed + phases.conflict + phases.duplicate + phases.interrupted;
  useEffect(() => {
    const last = announced.current;
    const now = Date.now();
    const isNews = done !== last.done && (!pending || quarter !== last.quarter);
    if (isNews && (!pending || now - last.at >= everyMs)) {
      announced.current = { ...announced.current, done, quarter, at: now };
      say(t('announce', { done: format.count(done), total: format.count(files) }));
    }
    // If several lines need a person, only the first is announced at once; the rest when the queue comes to rest.
    const isMoreNeedy = needy > last.needy && (last.needy === 0 || !pending);
    if (isMoreNeedy || needy === 0) announced.current = { ...announced.current, needy };
    if (isMoreNeedy) say(t('announceNeedy', { count: needy }), 'assertive');
  }, [done, quarter, needy, files, pending, t, format]);
}

function say(...said: Parameters<typeof announce>): void {
  if (document.visibilityState === 'visible') announce(...said);
}
