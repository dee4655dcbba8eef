/**
 * Reads the values of dates, timestamps and numbers. Invariant: undefined means that the text is not such a value; nothing is
 * rolled over (31 February).
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** The text itself if it is an existing day, `YYYY-MM-DD`. */
export function readDate(text: string): string | undefined {
  if (!DATE.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : text;
}

/** ISO 8601 in UTC with milliseconds; a text without a time zone is taken as UTC. */
export function readTimestamp(text: string): string | undefined {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return undefined;
  const [, date = '', hours = '', minutes = '', seconds = '00', fraction = '0', zone = 'Z'] = parts;
  if (readDate(date) === undefined || Number(hours) > 23) return undefined;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const moment = new Date(`${date}T${hours}:${minutes}:${seconds}.${milliseconds}${isoZone(zone)}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function isoZone(zone: string): string {
  if (zone === 'Z') return zone;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** A whole number that JavaScript holds exactly; a larger one would be rounded, and change the comparison. */
export function readInteger(text: string): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
}

export function readDouble(text: string): number | undefined {
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : undefined;
}
