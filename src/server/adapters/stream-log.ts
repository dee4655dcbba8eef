/**
 * Log lines, as text for people or as JSON for programs: time, level, message, fields.
 * Invariants: an entry is a single line, whatever its fields contain, and sends no commands to a terminal; the lines of one
 * turn of the event loop are written together, and all of them before the process ends.
 */
import type { Writable } from 'node:stream';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';

export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export function streamLog(
  out: Writable,
  { level: least = 'info', format = 'text' }: { readonly level?: LogLevel; readonly format?: LogFormat } = {},
): Logger {
  let pending = '';
  const flush = (): void => {
    if (pending !== '') out.write(pending);
    pending = '';
  };
  const write = (level: LogLevel) => {
    const isShown = logLevels.indexOf(level) >= logLevels.indexOf(least);
    return (message: string, fields: JsonObject = {}) => {
      if (!isShown) return;
      if (pending === '') setImmediate(flush);
      pending += `${lines[format](new Date().toISOString(), level, message, fields)}\n`;
      // Somebody may be waiting for these, and they may be the last ones.
      if (level !== 'info') flush();
    };
  };
  process.once('exit', flush);
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** Replaces terminal commands, which clients may put into logged texts, by visible characters. */
export function visible(message: string): string {
  return message.replace(
    /[^\P{Cc}\n\t]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

type Line = (time: string, level: LogLevel, message: string, fields: JsonObject) => string;

const lines: Readonly<Record<LogFormat, Line>> = {
  text: (time, level, message, fields) => {
    const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
    return `${time} ${level} ${visible(message).replaceAll('\n', '\n    ')}${details}`;
  },
  json: (time, level, message, fields) => JSON.stringify({ time, level, message, ...fields }),
};
