/**
 * ISO 8601 periods, as in `NOW('-P1DT2H')`. Invariant: months and years move by the calendar and stop at the month's last day;
 * the rest is exact time. All in UTC.
 */
export interface Period {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

const NUMBER = '([+-]?\\d{1,9})';
const PATTERN = new RegExp(
  `^([+-])?P(?=.)(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?` +
    `(?:T(?=.)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:([+-]?\\d{1,9}(?:[.,]\\d{1,9})?)S)?)?$`,
  'i',
);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Years 0 to 9999: ISO 8601 writes them with four digits, so that moments sort as texts too. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The period written in `text`, or undefined if it is none. */
export function parsePeriod(text: string): Period | undefined {
  const parts = PATTERN.exec(text);
  if (parts === null) return undefined;
  const sign = parts[1] === '-' ? -1 : 1;
  const part = (index: number): number => sign * Number((parts[index] ?? '0').replace(',', '.'));
  return {
    months: part(2) * 12 + part(3),
    days: part(4) * 7 + part(5),
    milliseconds: part(6) * HOUR + part(7) * MINUTE + Math.trunc(part(8) * SECOND),
  };
}

/** `date` moved by `period`, limited to the years 0 to 9999. */
export function addPeriod(date: Date, period: Period): Date {
  const lastDay = new Date(date);
  lastDay.setUTCMonth(date.getUTCMonth() + period.months + 1, 0);
  const moved = new Date(date);
  const day = Math.min(date.getUTCDate(), lastDay.getUTCDate());
  moved.setUTCMonth(date.getUTCMonth() + period.months, day);
  moved.setUTCDate(moved.getUTCDate() + period.days);
  const time = moved.getTime() + period.milliseconds;
  // Beyond the range of Date.
  if (Number.isNaN(time)) return new Date(period.months + period.days < 0 ? EARLIEST : LATEST);
  return new Date(Math.min(Math.max(time, EARLIEST), LATEST));
}
