/**
 * Messages between the server and its isolates.
 * Invariant: both sides check what they receive; file contents are never sent in messages.
 */
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import type { Work } from './work.ts';

export interface WorkMessage extends Work {
  readonly task: string;
}

export type Reply =
  | { readonly state: 'done'; readonly value: JsonObject; readonly residentBytes: number }
  | { readonly state: 'refused' | 'failed'; readonly message: string; readonly residentBytes: number };

export function isWorkMessage(value: unknown): value is WorkMessage {
  return (
    isJsonObject(value) &&
    isString(value.task) &&
    isString(value.input) &&
    isString(value.output) &&
    isJsonObject(value.parameters)
  );
}

export function isReply(value: unknown): value is Reply {
  if (!isJsonObject(value) || typeof value.residentBytes !== 'number') return false;
  if (value.state === 'done') return isJsonObject(value.value);
  return (value.state === 'refused' || value.state === 'failed') && isString(value.message);
}
