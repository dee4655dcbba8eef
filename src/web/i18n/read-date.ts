// Reads dates as people type them, in the order of their language, and writes them for a field. Pure: the locale is an argument.
// The counterpart of format.ts. Invariant: anything but a complete, existing day is refused with its reason.

export type DateProblem =
  /** A part is missing or unclear. */
  | 'incomplete'
  /** There is no such day, or no such time of day. */
  | 'impossible'
  /** "24" may be 1924 or 2024. */
  | 'short-year';

/** `2024-04-17`, or `2024-04-17T09:30` if a time was asked for. */
export type ReadDate = { readonly value: string } | { readonly problem: DateProblem };

type Part = 'year' | 'month' | 'day';

const sample = new Date(2024, 11, 31);

function partsOf(locale: string, options: Intl.DateTimeFormatOptions): readonly Intl.DateTimeFormatPart[] {
  return new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options }).formatToParts(sample);
}

function orderOf(locale: string): readonly Part[] {
  const types = partsOf(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).map(
    ({ type }) => type,
  );
  return types.filter((type): type is Part => type === 'year' || type === 'month' || type === 'day');
}

/** Arabic, Persian, Devanagari and full-width digits as ASCII digits. */
function plainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    // Only the Devanagari digits begin at a code that ends in 6.
    return String((code & 0xf) - (code > 0x900 && code < 0xa00 ? 6 : 0));
  });
}

/** 1 to 12: the month that a word of the text names or abbreviates in this language. */
function monthNamed(locale: string, text: string): number | undefined {
  const words = text.toLocaleLowerCase(locale).match(/\p{L}{3,}/gu) ?? [];
  const months = Array.from({ length: 12 }, (_, index) =>
    (['long', 'short'] as const).map((month) =>
      new Intl.DateTimeFormat(locale, { month, calendar: 'gregory' })
        .format(new Date(2024, index, 1))
        .toLocaleLowerCase(locale)
        .replace('.', ''),
    ),
  );
  const index = months.findIndex((names) =>
    words.some((word) => names.some((name) => name === word || (name.length > 3 && name.startsWith(word)))),
  );
  return index < 0 ? undefined : index + 1;
}

/** @param withTime a time of day may follow; without one it is midnight */
export function readDate(locale: string, typed: string, withTime = false): ReadDate {
  const text = plainDigits(typed.trim());
  const clock = withTime
    ? /(?:^|[\sT,])(\d{1,2})[:.h](\d{2})(?::\d{2})?\s*([ap]\.?m\.?)?$/i.exec(text)
    : null;
  const day = readDay(locale, clock === null ? text : text.slice(0, clock.index));
  if ('problem' in day || !withTime) return day;
  const time = clock === null ? '00:00' : timeOf(Number(clock[1]), Number(clock[2]), clock[3]);
  return time === undefined ? { problem: 'impossible' } : { value: `${day.value}T${time}` };
}

function timeOf(hour: number, minute: number, half: string | undefined): string | undefined {
  const afternoon = half?.toLowerCase().startsWith('p') === true;
  const hours = half === undefined ? hour : (hour % 12) + (afternoon ? 12 : 0);
  const wrong = hours > 23 || minute > 59 || (half !== undefined && (hour < 1 || hour > 12));
  return wrong ? undefined : `${twoDigits(hours)}:${twoDigits(minute)}`;
}

function readDay(locale: string, text: string): ReadDate {
  const numbers = text.match(/\d+/g) ?? [];
  const named = monthNamed(locale, text);
  if (named !== undefined) {
    const [first, second] = numbers;
    if (first === undefined || second === undefined || numbers.length > 2) return { problem: 'incomplete' };
    const [day, year] = first.length > 2 ? [second, first] : [first, second];
    return checked(year, String(named), day);
  }
  if (/\p{L}/u.test(text.replace(/[年月日년월일]/gu, ''))) return { problem: 'incomplete' };
  const order = orderOf(locale);
  const [only = ''] = numbers;
  const groups = numbers.length === 1 && only.length === 8 ? cut(only, order) : numbers;
  if (groups.length !== 3) return { problem: 'incomplete' };
  const iso = numbers.length === 3 && only.length > 2;
  const at = (part: Part): string => groups[(iso ? isoOrder : order).indexOf(part)] ?? '';
  return checked(at('year'), at('month'), at('day'));
}

const isoOrder: readonly Part[] = ['year', 'month', 'day'];

/** Splits eight digits typed together: "31122030". */
function cut(digits: string, order: readonly Part[]): readonly string[] {
  let at = 0;
  return order.map((part) => {
    const length = part === 'year' ? 4 : 2;
    at += length;
    return digits.slice(at - length, at);
  });
}

function checked(year: string, month: string, day: string): ReadDate {
  if (year.length < 4) return { problem: 'short-year' };
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(value) ? { value } : { problem: 'impossible' };
}

/** Whether `text` is an existing day, written `2024-04-17`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/**
 * `2024-04-17` or `2024-04-17T09:30` as a field shows it; other texts unchanged. Without direction marks, which nobody types:
 * with them the parts of an Arabic date would change places when the field is left.
 */
export function writeDate(locale: string, value: string): string {
  const [day = '', time] = value.split('T');
  if (!isDay(day)) return value;
  const date = new Date(`${day}T${time ?? '00:00'}`);
  const written = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(time === undefined ? {} : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }).format(date);
  return written.replace(/[\u061c\u200e\u200f]/g, '');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
