/**
 * The messages between one person's tabs about uploads, and the channel for them: one that all tabs hear, and one for each
 * tab. Invariant: no message has files or tokens; a line is run by the tab that has its file.
 */
import { isJsonObject, isString } from '#wire/json.ts';
import { isOneOf, isProblemKind, isShortage, isStrings, isUploadItem } from './message-guards.ts';
import type { UploadState } from './queue.ts';
import type { UploadItem } from './upload-item.ts';
import type { Uploader } from './uploader.ts';

/** The calls that a tab can make to the tab that runs the lines. */
export const callNames = [
  'pause',
  'pauseAll',
  'resume',
  'resumeAll',
  'retryFailed',
  'cancel',
  'decide',
  'decideAll',
  'decideSame',
  'decideAllSame',
  'startWhatFits',
  'cancelShortage',
  'setDescribing',
  'describe',
  'clear',
  'handOver',
] as const satisfies readonly (keyof Uploader)[];
export type CallName = (typeof callNames)[number];

export interface SharedLine {
  /** Without its `slot` on the server, which other tabs do not need. */
  readonly item: UploadItem;
  /** Its file can be read again only after a click in the tab that runs it. */
  readonly isToBeAsked: boolean;
}

export interface SharedState extends Omit<UploadState, 'items' | 'otherTabs'> {
  /** The tab's title. */
  readonly title: string;
}

export type UploadMessage =
  /** A new tab asks: tabs with lines answer `begun`. */
  | { readonly type: 'who' }
  | { readonly type: 'begun' }
  | { readonly type: 'left' }
  /** Asks for all lines once, and for their changes from then on. */
  | { readonly type: 'ask' }
  | {
      readonly type: 'lines';
      /** All lines of the tab; if false, only the changed ones. */
      readonly isWhole: boolean;
      readonly lines: readonly SharedLine[];
      readonly removed: readonly string[];
      /** Null if it is unchanged. */
      readonly state: SharedState | null;
    }
  | {
      readonly type: 'call';
      readonly asked: string;
      readonly name: CallName;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'answer'; readonly asked: string; readonly failure: string | null };

export type UploadCall = Extract<UploadMessage, { readonly type: 'call' }>;

export type UploadLines = Extract<UploadMessage, { readonly type: 'lines' }>;

type Listener = (message: UploadMessage, from: string) => void;

export interface UploadChannel {
  readonly tab: string;
  /** To all other tabs. */
  readonly post: (message: UploadMessage) => void;
  readonly send: (to: string, message: UploadMessage) => void;
  readonly listen: (listener: Listener) => void;
  readonly close: () => void;
}

/** Increase it when messages change: tabs of two releases do not share uploads. */
const version = 1;

/** @param owner server and person: only their tabs hear the messages */
export function createUploadChannel(owner: string, tab: string): UploadChannel {
  const name = `${owner}:uploads:${version}`;
  const all = new BroadcastChannel(name);
  const own = new BroadcastChannel(`${name}:${tab}`);
  const others = new Map<string, BroadcastChannel>();
  const channelOf = (to: string): BroadcastChannel => {
    const channel = others.get(to) ?? new BroadcastChannel(`${name}:${to}`);
    others.set(to, channel);
    return channel;
  };
  let isOpen = true;
  return {
    tab,
    post: (message) => {
      if (isOpen) all.postMessage({ from: tab, message });
    },
    send: (to, message) => {
      if (isOpen) channelOf(to).postMessage({ from: tab, message });
    },
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>): void => {
        if (isJsonObject(data) && isString(data.from) && isUploadMessage(data.message))
          listener(data.message, data.from);
      };
      all.addEventListener('message', hear);
      own.addEventListener('message', hear);
    },
    close: () => {
      isOpen = false;
      for (const channel of [all, own, ...others.values()]) channel.close();
    },
  };
}

export function isUploadMessage(value: unknown): value is UploadMessage {
  if (!isJsonObject(value)) return false;
  const { type, asked } = value;
  if (type === 'who' || type === 'begun' || type === 'left' || type === 'ask') return true;
  if (type === 'call') return isString(asked) && isOneOf(callNames, value.name) && Array.isArray(value.args);
  if (type === 'answer') return isString(asked) && (value.failure === null || isString(value.failure));
  return type === 'lines' && isLines(value);
}

function isLines({ isWhole, lines, removed, state }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof isWhole === 'boolean' &&
    Array.isArray(lines) &&
    lines.every(isSharedLine) &&
    isStrings(removed) &&
    (state === null ? !isWhole : isSharedState(state))
  );
}

function isSharedLine(value: unknown): boolean {
  return isJsonObject(value) && isUploadItem(value.item) && typeof value.isToBeAsked === 'boolean';
}

function isSharedState(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { pausedAll, held, reading, junk, shortage, describing, title } = value;
  return (
    [pausedAll, reading, describing].every((flag) => typeof flag === 'boolean') &&
    (held === null || isProblemKind(held)) &&
    typeof junk === 'number' &&
    (shortage === null || isShortage(shortage)) &&
    isString(title)
  );
}
