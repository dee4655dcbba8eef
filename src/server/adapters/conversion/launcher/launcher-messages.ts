/**
 * Messages between the server and its launcher.
 * Invariant: the server numbers the processes; both sides check what they receive.
 */
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';

export type Launch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** Its complete environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its output is collected, or it answers messages, or neither. */
  readonly channel: 'output' | 'messages' | 'none';
};

export interface ProcessEnd {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly output: string;
  /** The end of its standard error. */
  readonly errors: string;
}

export type ToLauncher =
  | { readonly act: 'launch'; readonly id: number; readonly launch: Launch }
  | { readonly act: 'send'; readonly id: number; readonly message: JsonObject }
  | { readonly act: 'kill'; readonly id: number };

export type FromLauncher =
  | { readonly is: 'launched'; readonly id: number; readonly pid: number }
  | { readonly is: 'notLaunched'; readonly id: number; readonly reason: string }
  | { readonly is: 'message'; readonly id: number; readonly message: JsonObject }
  | ({ readonly is: 'ended'; readonly id: number } & ProcessEnd);

export function isToLauncher(value: unknown): value is ToLauncher {
  if (!isJsonObject(value) || typeof value.id !== 'number') return false;
  if (value.act === 'launch') return isJsonObject(value.launch);
  return value.act === 'kill' || (value.act === 'send' && isJsonObject(value.message));
}

export function isFromLauncher(value: unknown): value is FromLauncher {
  if (!isJsonObject(value) || typeof value.id !== 'number') return false;
  if (value.is === 'launched') return typeof value.pid === 'number';
  if (value.is === 'notLaunched') return isString(value.reason);
  if (value.is === 'message') return isJsonObject(value.message);
  return value.is === 'ended' && isString(value.output) && isString(value.errors);
}
