// The formatters for the current language; a component that uses them re-renders when it changes.
import { useMemo } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatList,
  formatPercent,
  formatRelative,
  formatSize,
  formatSpeed,
  formatTime,
} from './format.ts';

export interface Format {
  readonly locale: string;
  readonly count: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly size: (bytes: number) => string;
  readonly speed: (bytesPerSecond: number) => string;
  readonly day: (date: Date) => string;
  readonly time: (date: Date) => string;
  readonly date: (date: Date) => string;
  readonly dateTime: (date: Date) => string;
  readonly relative: (date: Date) => string;
  readonly duration: (seconds: number) => string;
  readonly list: (items: readonly string[]) => string;
}

export function useFormat(): Format {
  const { language } = useTranslation();
  const locale = regional(language);
  return useMemo(
    () => ({
      locale,
      count: (value) => formatCount(locale, value),
      percent: (share) => formatPercent(locale, share),
      size: (bytes) => formatSize(locale, bytes),
      speed: (bytesPerSecond) => formatSpeed(locale, bytesPerSecond),
      day: (date) => formatDay(locale, date),
      time: (date) => formatTime(locale, date),
      date: (date) => formatDate(locale, date),
      dateTime: (date) => formatDateTime(locale, date),
      relative: (date) => formatRelative(locale, date),
      duration: (seconds) => formatDuration(locale, seconds),
      list: (items) => formatList(locale, items),
    }),
    [locale],
  );
}

/** The reader's regional variant of the app's language (en-GB for "en"), which decides the order of dates and the clock. */
function regional(language: string): string {
  const own = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language;
  // For Arabic: versions, paths and counts use these digits, and fields this calendar, so dates and sizes beside them must too.
  const options = { calendar: 'gregory', numberingSystem: 'latn' };
  return language === 'ar' ? new Intl.Locale(own, options).toString() : own;
}
