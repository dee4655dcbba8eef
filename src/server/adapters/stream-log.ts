/** Log lines for people and machines alike: time, level, message, then fields as JSON. */
import type { Writable } from 'node:stream';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';

export function streamLog(out: Writable): Logger {
  const line = (level: string, message: string, fields: JsonObject = {}): void => {
    const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
    out.write(`${new Date().toISOString()} ${level} ${message}${details}\n`);
  };
  return {
    info: (message, fields) => line('info', message, fields),
    warn: (message, fields) => line('warn', message, fields),
    error: (message, fields) => line('error', message, fields),
  };
}
