// Between the interface's dates (ISO, in UTC) and what date fields speak (the reader's own clock). Pure.
// A property whose time is the reader's midnight is a day; any other has a time worth showing.
import { isDay } from '#web/i18n/read-date.ts';

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Null for what is not a date. */
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

/** From either input, to what is stored; null for an empty field. What is no date stays as it was typed. */
export function fromInput(text: string): string | null {
  if (text === '') return null;
  const date = new Date(text.includes('T') ? text : `${text}T00:00`);
  return parseDate(text) === null || Number.isNaN(date.getTime()) ? text : date.toISOString();
}
