/** Any property's value as one short line. Pure. */
import { isUser } from '#web/api/guards.ts';
import { userLabel } from '#web/api/user-label.ts';
import type { Format } from '#web/i18n/use-format.ts';
import { isJsonObject, type Json } from '#wire/json.ts';

type Writing = Pick<Format, 'count' | 'day' | 'list'>;

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function propertyText(value: Json | undefined, format: Writing): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return format.count(value);
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (typeof value === 'string') return dateTime.test(value) ? format.day(new Date(value)) : value;
  if (Array.isArray(value)) {
    return format.list(value.map((item) => propertyText(item, format)).filter((text) => text !== ''));
  }
  if (isUser(value)) return userLabel(value);
  if (!isJsonObject(value)) return '';
  const named = [value.title, value.name, value.label, value.id].find((part) => typeof part === 'string');
  return typeof named === 'string' ? named : '';
}
