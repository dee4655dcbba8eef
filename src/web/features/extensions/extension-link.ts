/**
 * One running extension: a sandboxed frame without an origin, the message port to it, requests to it and its calls. It has
 * no token, no cookie, no storage and no network; it reaches the repository only through this file, as config.json grants.
 * Invariant: whatever the frame does, the app gets an answer or one failure, and then the frame is removed.
 */

import type { ExtensionDocument } from '#extension';
import { api } from '#web/api/start.ts';
import { besideIndex } from '#web/base-address.ts';
import { isGranted } from './call-grants.ts';
import type { ConfiguredExtension } from './configured.ts';
import { createDeadlines } from './deadlines.ts';
import { currentLook, onLookChange } from './look.ts';
import {
  type AppMessage,
  type FrameMessage,
  protocolVersion,
  type RequestKind,
  readFrameMessage,
  type Start,
} from './protocol.ts';

export type FailureKind =
  /** It did not answer in time. */
  | 'silent'
  /** Its file could not be loaded as a script. */
  | 'unreadable'
  /** It stopped with an error. */
  | 'threw'
  /** It was written for another version of the protocol. */
  | 'protocol'
  /** Its declaration is not valid. */
  | 'declaration'
  /** The tab hung or crashed while this was shown. */
  | 'stuck'
  /** Its frame navigated away. */
  | 'left'
  /** It sent too many messages. */
  | 'flooded'
  /** The user stopped it. */
  | 'stopped';

export class ExtensionFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, detail: string) {
    super(detail);
    this.name = 'ExtensionFailure';
    this.kind = kind;
  }
}

export interface LinkOptions {
  readonly extension: ConfiguredExtension;
  /** The element for its frame; without one the frame is hidden. */
  readonly container?: HTMLElement;
  /** The name of the frame for screen readers. */
  readonly title: string;
  /** Called with its declaration, unchecked. Throws if that is not valid. */
  readonly onDefined: (declared: unknown) => void;
  /** Called when it has failed; the frame is removed by then. */
  readonly onFailure: (failure: ExtensionFailure) => void;
  /** Called after an error in one of its event handlers; it keeps running. */
  readonly onTrouble?: () => void;
  readonly onOpen: (uid: string) => void;
  /** Fetches the bytes of the document that it shows. */
  readonly file?: () => Promise<ArrayBuffer>;
}

export interface Link {
  readonly ask: (what: RequestKind, key: string, documents: readonly ExtensionDocument[]) => Promise<unknown>;
  readonly close: () => void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: Error) => void;
}

/** The most pending calls of one frame. */
const mostCalls = 20;
const openEveryMs = 1_000;
/** How long its file may take to load and run, even on a slow connection. */
const startMs = 30_000;
/** The most messages in one second; more would block the app. */
const mostMessages = 2_000;

export function openLink(options: LinkOptions): Link {
  const { extension, container, title } = options;
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, Waiting>();
  const gone = new AbortController();
  let lastId = 0;
  let calls = 0;
  let defined = false;
  let opened = Number.NEGATIVE_INFINITY;
  let second = { began: Number.NEGATIVE_INFINITY, messages: 0 };

  const frame = document.createElement('iframe');
  const close = (): void => {
    gone.abort();
    clearTimeout(startTimer);
    deadlines.stop();
    port.close();
    frame.remove();
    for (const { reject } of waiting.values()) reject(new ExtensionFailure('left', ''));
    waiting.clear();
  };
  const fail = (failure: ExtensionFailure): void => {
    if (gone.signal.aborted) return;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    close();
    options.onFailure(failure);
  };
  const deadlines = createDeadlines(extension.limitMs, () => fail(new ExtensionFailure('silent', '')));
  const say = (message: AppMessage, transfer: Transferable[] = []): void =>
    port.postMessage(message, transfer);

  const serve = async (id: number, work: () => Promise<unknown>): Promise<void> => {
    if (calls >= mostCalls)
      return say({ type: 'refused', id, reason: `More than ${mostCalls} calls at once` });
    calls += 1;
    deadlines.owe(1);
    try {
      const value = await work();
      say({ type: 'answer', id, value }, value instanceof ArrayBuffer ? [value] : []);
    } catch (cause) {
      say({ type: 'refused', id, reason: cause instanceof Error ? cause.message : String(cause) });
    }
    calls -= 1;
    deadlines.owe(-1);
  };

  const receive = (message: FrameMessage): void => {
    switch (message.type) {
      case 'defined':
        if (defined) return;
        defined = true;
        clearTimeout(startTimer);
        options.onDefined(message.extension);
        return;
      case 'answered':
      case 'failed': {
        const question = message.id === null ? undefined : waiting.get(message.id);
        if (message.id !== null) {
          deadlines.end(message.id);
          waiting.delete(message.id);
        }
        if (message.type === 'answered') question?.resolve(message.value);
        else if (question !== undefined) question.reject(new ExtensionFailure('threw', message.reason));
        else if (!defined) fail(new ExtensionFailure('threw', message.reason));
        else if (message.id === null) options.onTrouble?.();
        return;
      }
      case 'call':
        void serve(message.id, () => callRepository(extension, message, gone.signal));
        return;
      case 'file':
        void serve(message.id, options.file ?? (() => Promise.reject(new Error('There is no file here'))));
        return;
      case 'open':
        // Limits how often it may open a document: otherwise it could make the app unusable.
        if (performance.now() - opened < openEveryMs) return;
        opened = performance.now();
        options.onOpen(message.uid);
    }
  };
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (performance.now() - second.began > 1_000) second = { began: performance.now(), messages: 0 };
    second.messages += 1;
    if (second.messages > mostMessages) return fail(new ExtensionFailure('flooded', ''));
    const message = readFrameMessage(data);
    try {
      if (message !== null) receive(message);
    } catch (cause) {
      fail(cause instanceof ExtensionFailure ? cause : new ExtensionFailure('declaration', String(cause)));
    }
  };

  const unwatch = onLookChange(() => say({ type: 'look', look: currentLook() }));
  gone.signal.addEventListener('abort', unwatch);
  let loaded = false;
  frame.addEventListener('load', () => {
    // A second load: its script has navigated, and the port belongs to the first page.
    if (loaded) return fail(new ExtensionFailure('left', ''));
    loaded = true;
    const start: Start = {
      protocol: protocolVersion,
      file: extension.file,
      shows: container !== undefined,
      look: currentLook(),
    };
    frame.contentWindow?.postMessage({ start }, '*', [port2]);
  });
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.title = title;
  frame.src = besideIndex('extension-frame.html');
  frame.hidden = container === undefined;
  const startTimer = setTimeout(() => fail(new ExtensionFailure('silent', '')), startMs);
  fetchable(extension.file, gone.signal).then(
    () => (container ?? document.body).append(frame),
    (cause: unknown) => fail(new ExtensionFailure('unreadable', cause instanceof Error ? cause.message : '')),
  );

  return {
    ask: (what, key, documents) =>
      new Promise((resolve, reject) => {
        if (gone.signal.aborted) return reject(new ExtensionFailure('left', ''));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        deadlines.begin(lastId);
        say({ type: 'ask', id: lastId, what, key, documents });
      }),
    close,
  };
}

/** Checks the address first: from the frame one only learns that a script failed, and not why. */
async function fetchable(file: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(file, { cache: 'no-cache', credentials: 'omit', signal });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const type = answer.headers.get('Content-Type') ?? '';
  if (!/javascript/.test(type)) throw new Error(`Content-Type: ${type}`);
}

function callRepository(
  { grants }: ConfiguredExtension,
  { method, path, body }: Extract<FrameMessage, { readonly type: 'call' }>,
  signal: AbortSignal,
): Promise<unknown> {
  if (!isGranted(grants, method, path))
    return Promise.reject(new Error(`config.json does not grant ${method} ${path}`));
  const type = 'application/json';
  const sent =
    body === undefined || body === null
      ? {}
      : { body: new Blob([JSON.stringify(body)], { type }), headers: { 'Content-Type': type } };
  return api().json(path, { method, signal, schemas: ['*'], ...sent });
}
