// Numbers, sizes, dates and lists in the reader's language. Pure: the locale is an argument. Invariant: one Intl formatter for
// each locale and shape, since making one costs more than using it a thousand times.

const made = new Map<string, unknown>();

function once<T>(key: string, make: () => T, is: (value: unknown) => value is T): T {
  const earlier = made.get(key);
  if (is(earlier)) return earlier;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

const isNumberFormat = (value: unknown): value is Intl.NumberFormat => value instanceof Intl.NumberFormat;
const isDateFormat = (value: unknown): value is Intl.DateTimeFormat => value instanceof Intl.DateTimeFormat;
const isRelative = (value: unknown): value is Intl.RelativeTimeFormat =>
  value instanceof Intl.RelativeTimeFormat;
const isList = (value: unknown): value is Intl.ListFormat => value instanceof Intl.ListFormat;

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n ${locale} ${JSON.stringify(options)}`;
  return once(key, () => new Intl.NumberFormat(locale, options), isNumberFormat);
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d ${locale} ${JSON.stringify(options)}`;
  return once(key, () => new Intl.DateTimeFormat(locale, options), isDateFormat);
}

export function formatCount(locale: string, count: number): string {
  // Written alike in all of the app's languages; a formatter would make the first number on a page load the rules of one.
  if (Number.isInteger(count) && count >= 0 && count < 1000) return String(count);
  return numberFormat(locale, {}).format(count);
}

/** `share` from 0 to 1. */
export function formatPercent(locale: string, share: number): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** Bytes in units of 1000, three significant figures at most: 312 kB, 4.8 MB. */
export function formatSize(locale: string, bytes: number): string {
  return inBytes(locale, bytes, '');
}

function inBytes(locale: string, bytes: number, per: '' | '-per-second'): string {
  let value = Math.max(0, bytes);
  let step = 0;
  while (value >= 999.5 && step < sizeUnits.length - 1) {
    value /= 1000;
    step += 1;
  }
  return numberFormat(locale, {
    style: 'unit',
    unit: `${sizeUnits[step] ?? 'byte'}${per}`,
    unitDisplay: step === 0 && per === '' ? 'long' : 'short',
    maximumFractionDigits: step > 0 && value < 99.95 ? 1 : 0,
  }).format(value);
}

/** Bytes per second. */
export function formatSpeed(locale: string, bytesPerSecond: number): string {
  return inBytes(locale, bytesPerSecond, '-per-second');
}

const dayMs = 86_400_000;

function dayNumber(date: Date): number {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / dayMs);
}

function startUpper(locale: string, text: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

/** Separates a day from its time, in languages without the usual comma. */
const commas: Readonly<Record<string, string>> = { ar: '، ', ja: ' ' };

/** As short as is clear: "Today, 09:12", "Yesterday", "12 Nov", "12 Nov 2019". Empty for an invalid date. */
export function formatDay(locale: string, date: Date, now: Date = new Date()): string {
  if (Number.isNaN(date.getTime())) return '';
  const days = dayNumber(date) - dayNumber(now);
  if (days === 0 || days === -1) {
    const relative = once(
      `r ${locale}`,
      () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
      isRelative,
    );
    const word = startUpper(locale, relative.format(days, 'day'));
    return days === 0 ? `${word}${commas[locale.slice(0, 2)] ?? ', '}${formatTime(locale, date)}` : word;
  }
  const sameYear = date.getFullYear() === now.getFullYear();
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

export function formatTime(locale: string, date: Date): string {
  return dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(date);
}

/** Full date and time, for tooltips and facts. */
export function formatDateTime(locale: string, date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}

export function formatDate(locale: string, date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return dateFormat(locale, { dateStyle: 'long' }).format(date);
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 minutes ago", "in 2 days". */
export function formatRelative(locale: string, date: Date, now: Date = new Date()): string {
  const distance = date.getTime() - now.getTime();
  if (Number.isNaN(distance)) return '';
  const relative = once(
    `r ${locale}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    isRelative,
  );
  for (const [unit, length] of steps) {
    if (Math.abs(distance) >= length) return relative.format(Math.trunc(distance / length), unit);
  }
  return relative.format(0, 'second');
}

/** Remaining time, rounded so that it does not flicker; the caller adds words such as "about". */
export function formatDuration(locale: string, seconds: number): string {
  const [unit, length] =
    seconds >= 3600
      ? (['hour', 3600] as const)
      : seconds >= 60
        ? (['minute', 60] as const)
        : (['second', 1] as const);
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.max(1, Math.round(seconds / length)),
  );
}

export function formatList(locale: string, items: readonly string[]): string {
  const format = once(`l ${locale}`, () => new Intl.ListFormat(locale, { type: 'conjunction' }), isList);
  return format.format(items);
}
