// Converts between the interface's dates (ISO, in UTC) and those of date fields (the reader's time zone). Pure. A time at the
// reader's midnight means a whole day; any other time is shown.
import { isDay } from '#web/i18n/read-date.ts';

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Null if `value` is not a date. */
export function parseDate(value: unknown): Date | null {
  if (typeof value !== 'string' || !isDay(value.slice(0, 10))) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function hasTime(date: Date): boolean {
  return date.getHours() !== 0 || date.getMinutes() !== 0 || date.getSeconds() !== 0;
}

/** `2024-04-17` */
export function toDayInput(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** `2024-04-17T09:30` */
export function toTimeInput(date: Date): string {
  return `${toDayInput(date)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** From either input's text to the value to store; null for an empty field. Text that is not a date is kept as typed. */
export function fromInput(text: string): string | null {
  if (text === '') return null;
  const date = new Date(text.includes('T') ? text : `${text}T00:00`);
  return parseDate(text) === null || Number.isNaN(date.getTime()) ? text : date.toISOString();
}
