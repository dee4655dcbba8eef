/**
 * Dates of an index search: reads texts, milliseconds and `now-1M/d`, and computes borders and keys of buckets.
 * Invariant: days begin and end in the requested time zone; a date without a time means the whole day.
 */
import { addPeriod, parsePeriod } from '#nxql/index.ts';
import { errors } from '../../kernel/errors.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The zone's offset from UTC at that time, in milliseconds. */
export function zoneOffset(zone: string, moment: number): number {
  if (/^(?:Z|UTC|[+-]00:?00)$/.test(zone)) return 0;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE;
    return sign === '-' ? -offset : offset;
  } catch {
    throw errors.badRequest(`Unknown time zone: ${zone}`);
  }
}

/** The time at which clocks in the zone show `local`, given as if it were UTC. */
function fromLocal(zone: string, local: number): number {
  return local - zoneOffset(zone, local - zoneOffset(zone, local));
}

/** @param isEnd a day means its last millisecond */
export function readMoment(text: string, zone: string, now: Date, isEnd: boolean): number {
  const relative = /^now((?:[+-]\d+[yMwdHhms])*)(?:\/([yMwdHhm]))?$/.exec(text);
  if (relative) return relativeMoment(relative[1] ?? '', relative[2], zone, now, isEnd);
  if (/^-?\d{5,}$/.test(text)) return Number(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes('T');
  const parsed = Date.parse(isDay || hasZone ? text : `${text}Z`);
  if (Number.isNaN(parsed)) throw errors.badRequest(`failed to parse date [${text}]`);
  const moment = hasZone ? parsed : fromLocal(zone, parsed);
  return isDay && isEnd ? moment + DAY - 1 : moment;
}

function relativeMoment(
  steps: string,
  unit: string | undefined,
  zone: string,
  now: Date,
  isEnd: boolean,
): number {
  let moment = now;
  for (const [, sign = '+', amount = '0', letter = 'd'] of steps.matchAll(/([+-])(\d+)([yMwdHhms])/g)) {
    const isTime = /[Hhms]/.test(letter);
    const text = `${sign === '-' ? '-' : ''}P${isTime ? 'T' : ''}${amount}${letter.toUpperCase()}`;
    const period = parsePeriod(text);
    if (!period) throw errors.badRequest(`failed to parse date [now${steps}]`);
    moment = addPeriod(moment, period);
  }
  if (unit === undefined) return moment.getTime();
  const interval = intervalOf(roundingUnits[unit] ?? 'day');
  const start = interval.start(moment.getTime(), zone);
  return isEnd ? interval.next(start, zone) - 1 : start;
}

const roundingUnits: Readonly<Record<string, string>> = {
  y: 'year',
  M: 'month',
  w: 'week',
  d: 'day',
  H: 'hour',
  h: 'hour',
  m: 'minute',
};

export interface Interval {
  /** The border at or before the time. */
  start(moment: number, zone: string): number;
  /** The border after this one. */
  next(start: number, zone: string): number;
}

const aliases: Readonly<Record<string, string>> = {
  '1m': 'minute',
  '1h': 'hour',
  '1d': 'day',
  '1w': 'week',
  '1M': 'month',
  '1q': 'quarter',
  '1y': 'year',
};
const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const widths: Readonly<Record<string, number>> = {
  minute: MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
};
const units: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE, d: DAY };
/** The first Monday of 1970, as weeks begin on Mondays. */
const firstMonday = 4 * DAY;

export function intervalOf(name: string): Interval {
  const plain = aliases[name] ?? name;
  const count = months[plain];
  if (count !== undefined) return ofMonths(count);
  const [, amount, unit = ''] = /^(\d+)([mhd])$/.exec(plain) ?? [];
  const width = widths[plain] ?? Number(amount) * (units[unit] ?? Number.NaN);
  if (!(width > 0)) throw errors.badRequest(`The supplied interval [${name}] could not be parsed`);
  const from = plain === 'week' ? firstMonday : 0;
  return {
    start: (moment, zone) => {
      const local = moment + zoneOffset(zone, moment);
      return fromLocal(zone, Math.floor((local - from) / width) * width + from);
    },
    next: (start, zone) => fromLocal(zone, start + zoneOffset(zone, start) + width),
  };
}

function ofMonths(count: number): Interval {
  const at = (moment: number, zone: string, further: number): number => {
    const local = new Date(moment + zoneOffset(zone, moment));
    const month = Math.floor(local.getUTCMonth() / count) * count + further;
    return fromLocal(zone, Date.UTC(local.getUTCFullYear(), month, 1));
  };
  return {
    start: (moment, zone) => at(moment, zone, 0),
    next: (start, zone) => at(start, zone, count),
  };
}

/** A Java pattern: `yyyy-MM-dd`, `HH`; other words in quotes. */
export function formatMoment(moment: number, pattern: string | undefined, zone: string): string {
  if (pattern === undefined) return new Date(moment).toISOString();
  const local = new Date(moment + zoneOffset(zone, moment));
  return pattern.replace(/'([^']*)'|([A-Za-z])\2*/g, (run, quoted: string | undefined, letter = '') => {
    if (quoted !== undefined) return quoted;
    const part = parts[letter];
    if (!part) throw errors.badRequest(`Invalid format: [${pattern}]`);
    const text = part(local);
    return letter === 'y' && run.length === 2 ? text.slice(-2) : text.padStart(run.length, '0');
  });
}

const parts: Readonly<Record<string, (local: Date) => string>> = {
  y: (local) => String(local.getUTCFullYear()),
  M: (local) => String(local.getUTCMonth() + 1),
  d: (local) => String(local.getUTCDate()),
  H: (local) => String(local.getUTCHours()),
  m: (local) => String(local.getUTCMinutes()),
  s: (local) => String(local.getUTCSeconds()),
  S: (local) => String(local.getUTCMilliseconds()),
};
