/**
 * The messages between the app and an extension's frame, over one port; protocol 1. The frame's side is
 * public/extension-frame.js; the types for authors are in public/extension.d.ts.
 * Invariant: messages from a frame are untrusted, and are checked here before they are used.
 */

import type { ExtensionDocument, Look } from '#extension';
import { isJsonObject, isString } from '#wire/json.ts';

export const protocolVersion = 1;

/** `alive` only checks that the frame answers. */
export type RequestKind = 'texts' | 'run' | 'panels' | 'previewers' | 'pages' | 'alive';

/** From the app. The first is sent to the window, with the port; all others over the port. */
export type AppMessage =
  | { readonly type: 'look'; readonly look: Look }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly what: RequestKind;
      readonly key: string;
      readonly documents: readonly ExtensionDocument[];
    };

export interface Start {
  readonly protocol: typeof protocolVersion;
  /** Absolute address of the extension's file. */
  readonly file: string;
  /** True if the frame shows something; else it answers from a worker. */
  readonly shows: boolean;
  readonly look: Look;
}

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
const callMethods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies readonly CallMethod[];

/** From the frame. */
export type FrameMessage =
  | { readonly type: 'defined'; readonly extension: unknown }
  | { readonly type: 'answered'; readonly id: number; readonly value: unknown }
  /** `id` null: an error outside a request. It is fatal before `defined`; later it is an error in an event handler. */
  | { readonly type: 'failed'; readonly id: number | null; readonly reason: string }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly method: CallMethod;
      readonly path: string;
      readonly body: unknown;
    }
  | { readonly type: 'file'; readonly id: number }
  | { readonly type: 'open'; readonly uid: string };

const mostReason = 500;

export function isCallMethod(value: unknown): value is CallMethod {
  return isString(value) && callMethods.includes(value);
}

/** Null for messages that are not of this protocol. */
export function readFrameMessage(value: unknown): FrameMessage | null {
  if (!isJsonObject(value)) return null;
  const { id, reason, method, path, uid } = value;
  const known = typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
  switch (value.type) {
    case 'defined':
      return { type: 'defined', extension: value.extension };
    case 'answered':
      return known === undefined ? null : { type: 'answered', id: known, value: value.value };
    case 'failed':
      if (known === undefined && id !== null) return null;
      return {
        type: 'failed',
        id: known ?? null,
        reason: isString(reason) ? reason.slice(0, mostReason) : '',
      };
    case 'call':
      if (known === undefined || !isCallMethod(method) || !isString(path)) return null;
      return { type: 'call', id: known, method, path, body: value.body };
    case 'file':
      return known === undefined ? null : { type: 'file', id: known };
    case 'open':
      return isString(uid) ? { type: 'open', uid } : null;
    default:
      return null;
  }
}
