/**
 * Sends this tab's lines to the person's other tabs: all of them to a tab that asks, and from then on the changes. Runs the
 * calls that other tabs send. While no other tab has asked, it posts only one message when a queue begins.
 */
import { isString } from '#wire/json.ts';
import { isDecision, isDetails, isFlag, isSameDecision, isStrings } from './message-guards.ts';
import type { UploadState } from './queue.ts';
import { isAny, isSettled, type UploadItem } from './upload-item.ts';
import type { CallName, SharedLine, SharedState, UploadCall, UploadChannel } from './upload-messages.ts';
import type { Uploader } from './uploader.ts';

interface PublishedQueueOptions {
  readonly uploader: Uploader;
  readonly channel: UploadChannel;
  /** Resolves when that tab is closed. */
  readonly gone: (tab: string) => Promise<void>;
  /** The tab's current title. */
  readonly title: () => string;
}

/** @returns a function that sends the tab's current title; changed lines send it, too */
export function publishQueue({ uploader, channel, gone, title }: PublishedQueueOptions): () => void {
  const { store } = uploader;
  const askers = new Set<string>();
  let told: SharedState | undefined;
  let wasBusy = false;

  const lineOf = (item: UploadItem): SharedLine => ({
    item: { ...item, slot: null },
    isToBeAsked: uploader.isToBeAsked(item.id),
  });

  /** Null if nothing has changed since it was last sent. */
  const news = (): SharedState | null => {
    const now = sharedState(store.getState(), title());
    if (told !== undefined && isSame(told, now)) return null;
    told = now;
    return now;
  };

  const tell = (state: UploadState, before: UploadState): void => {
    const isBusy = hasWork(state);
    // Compare sizes, too: lines may be done before the store is updated for the first time.
    if ((isBusy && !wasBusy) || state.items.size > before.items.size) channel.post({ type: 'begun' });
    wasBusy = isBusy;
    if (askers.size === 0) return;
    const { changed, removed } = changesOf(state.items, before.items);
    const other = news();
    if (changed.length + removed.length === 0 && other === null) return;
    const lines = changed.map(lineOf);
    for (const tab of askers)
      channel.send(tab, { type: 'lines', isWhole: false, lines, removed, state: other });
  };

  const meet = (tab: string): void => {
    const state = store.getState();
    channel.send(tab, {
      type: 'lines',
      isWhole: true,
      lines: [...state.items.values()].map(lineOf),
      removed: [],
      state: sharedState(state, title()),
    });
    if (askers.has(tab)) return;
    askers.add(tab);
    void gone(tab).then(() => forget(tab));
  };

  const forget = (tab: string): void => {
    askers.delete(tab);
    uploader.setDescribing(false, tab);
  };

  const answer = async (tab: string, { asked, name, args }: UploadCall): Promise<void> => {
    let failure: string | null = null;
    try {
      await calls[name](uploader, ...args);
    } catch (cause) {
      failure = cause instanceof Error ? cause.message : String(cause);
    }
    channel.send(tab, { type: 'answer', asked, failure });
  };

  store.subscribe(tell);
  channel.listen((message, from) => {
    if (message.type === 'who' && hasWork(store.getState())) channel.send(from, { type: 'begun' });
    else if (message.type === 'ask') meet(from);
    else if (message.type === 'left') forget(from);
    else if (message.type === 'call') void answer(from, message);
  });
  return () => tell(store.getState(), store.getState());
}

const calls: Readonly<
  Record<CallName, (uploader: Uploader, ...args: readonly unknown[]) => Promise<void> | void>
> = {
  pause: (uploader, id) => uploader.pause(given(id, isString)),
  pauseAll: (uploader) => uploader.pauseAll(),
  resume: (uploader, id) => uploader.resume(given(id, isString)),
  resumeAll: (uploader) => uploader.resumeAll(),
  retryFailed: (uploader) => uploader.retryFailed(),
  cancel: (uploader, ids) => uploader.cancel(given(ids, isStrings)),
  decide: (uploader, ids, decision) => uploader.decide(given(ids, isStrings), given(decision, isDecision)),
  decideAll: (uploader, decision) => uploader.decideAll(given(decision, isDecision)),
  decideSame: (uploader, ids, decision) =>
    uploader.decideSame(given(ids, isStrings), given(decision, isSameDecision)),
  decideAllSame: (uploader, decision) => uploader.decideAllSame(given(decision, isSameDecision)),
  startWhatFits: (uploader) => uploader.startWhatFits(),
  cancelShortage: (uploader) => uploader.cancelShortage(),
  setDescribing: (uploader, describing, by) =>
    uploader.setDescribing(given(describing, isFlag), given(by, isString)),
  describe: (uploader, ids, details) => uploader.describe(given(ids, isStrings), given(details, isDetails)),
  clear: (uploader) => uploader.clear(),
  handOver: (uploader, ids, tab) => uploader.handOver(given(ids, isStrings), given(tab, isString)),
};

function given<T>(value: unknown, is: (value: unknown) => value is T): T {
  if (!is(value)) throw new TypeError('Another tab has asked for something unknown');
  return value;
}

/** Lines are replaced and never changed, so a line has changed if it is another object. */
function changesOf(now: UploadState['items'], before: UploadState['items']) {
  const changed: UploadItem[] = [];
  let added = 0;
  if (now !== before)
    for (const [id, item] of now) {
      const earlier = before.get(id);
      if (earlier === item) continue;
      changed.push(item);
      if (earlier === undefined) added += 1;
    }
  const removed = before.size + added === now.size ? [] : [...before.keys()].filter((id) => !now.has(id));
  return { changed, removed };
}

/** False if all lines are settled: they were seen in their own tab, and a tab opened later does not show them. */
function hasWork({ items, reading }: UploadState): boolean {
  return reading || isAny(items.values(), (item) => !isSettled(item));
}

function sharedState(
  { items: _items, otherTabs: _others, ...flags }: UploadState,
  title: string,
): SharedState {
  return { ...flags, title };
}

const flags = [
  'pausedAll',
  'held',
  'reading',
  'junk',
  'shortage',
  'describing',
  'title',
] as const satisfies readonly (keyof SharedState)[];

function isSame(one: SharedState, other: SharedState): boolean {
  return flags.every((flag) => one[flag] === other[flag]);
}
