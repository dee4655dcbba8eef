/**
 * Log lines, as text for people or as JSON for machines: time, level, message, fields.
 * Invariant: a line is one line, whatever its fields hold.
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
  const write =
    (level: LogLevel) =>
    (message: string, fields: JsonObject = {}) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
      out.write(`${lines[format](new Date().toISOString(), level, message, fields)}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

type Line = (time: string, level: LogLevel, message: string, fields: JsonObject) => string;

const lines: Readonly<Record<LogFormat, Line>> = {
  text: (time, level, message, fields) => {
    const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
    return `${time} ${level} ${message.replaceAll('\n', '\n    ')}${details}`;
  },
  json: (time, level, message, fields) => JSON.stringify({ time, level, message, ...fields }),
};
