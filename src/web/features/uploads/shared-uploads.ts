/**
 * The lines of this tab and of the person's other tabs as one queue. Each line is run by the tab that has its file; buttons
 * pressed here send a call to that tab. A line whose file must be given or read again moves to the tab where that is done.
 * Loaded when another tab has lines. Invariant: this tab's own state of a line has priority over another tab's message.
 */
import { createStore } from 'zustand/vanilla';
import { createPaceMeter } from './pace.ts';
import type { UploadState } from './queue.ts';
import { summarise } from './summary.ts';
import { OtherTabGone, type UploadControls } from './upload-controls.ts';
import { isAny, isSettled, isUnderWay, type UploadItem } from './upload-item.ts';
import type { CallName, SharedState, UploadChannel, UploadLines } from './upload-messages.ts';
import type { Uploader } from './uploader.ts';

export interface SharedUploadsOptions {
  readonly own: Uploader;
  readonly channel: UploadChannel;
  /** Resolves when that tab is closed. */
  readonly gone: (tab: string) => Promise<void>;
  /** Makes the own uploader take over the lines of closed tabs, and those handed over to it. */
  readonly takeUp: () => Promise<void>;
  readonly now: () => number;
  readonly newId: () => string;
  /** False for a hidden tab, which is not redrawn. */
  readonly isSeen: () => boolean;
}

export interface SharedUploads {
  readonly controls: UploadControls;
  /** The other tab has lines. */
  readonly meet: (tab: string) => void;
  /** Called when this tab becomes visible again. */
  readonly redraw: () => void;
}

interface OtherTab {
  readonly items: Map<string, UploadItem>;
  readonly toBeAsked: Set<string>;
  state: SharedState;
}

interface Call {
  readonly tab: string;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

export function createSharedUploads(options: SharedUploadsOptions): SharedUploads {
  const { own, channel, gone, takeUp, now, newId, isSeen } = options;
  const met = new Set<string>();
  const others = new Map<string, OtherTab>();
  const calls = new Map<string, Call>();
  /** Tabs that create no documents until the form here is closed. */
  const described = new Set<string>();
  const meter = createPaceMeter();
  const picture = (): UploadState => merged(own.store.getState(), [...others.values()]);
  const store = createStore<UploadState>(picture);

  const redraw = (): void => {
    if (isSeen()) store.setState(picture(), true);
  };

  const call = <N extends CallName>(tab: string, name: N, ...args: Parameters<Uploader[N]>): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!met.has(tab)) return reject(new OtherTabGone());
      const asked = newId();
      calls.set(asked, { tab, resolve, reject });
      channel.send(tab, { type: 'call', asked, name, args });
    });

  /** Errors are ignored: the result shows in the lines. */
  const press = <N extends CallName>(tab: string, name: N, ...args: Parameters<Uploader[N]>): void =>
    void call(tab, name, ...args).catch(() => undefined);

  const pressAll = <N extends CallName>(
    isMeant: (item: UploadItem) => boolean,
    name: N,
    ...args: Parameters<Uploader[N]>
  ): void => {
    for (const [tab, { items }] of others) if (isAny(items.values(), isMeant)) press(tab, name, ...args);
  };

  const meet = (tab: string): void => {
    if (met.has(tab)) return;
    met.add(tab);
    channel.send(tab, { type: 'ask' });
    void gone(tab).then(() => leave(tab));
  };

  const leave = async (tab: string): Promise<void> => {
    if (!met.delete(tab)) return;
    for (const [asked, waiting] of calls) {
      if (waiting.tab !== tab) continue;
      calls.delete(asked);
      waiting.reject(new OtherTabGone());
    }
    await takeUp().catch(() => undefined);
    others.delete(tab);
    redraw();
  };

  const take = (tab: string, { isWhole, lines, removed, state }: UploadLines): void => {
    if (isWhole && state !== null) others.set(tab, { items: new Map(), toBeAsked: new Set(), state });
    const other = others.get(tab);
    if (other === undefined) return;
    for (const { item, isToBeAsked } of lines) {
      if (!isWhole) measure(item, other.items.get(item.id));
      other.items.set(item.id, item);
      if (isToBeAsked) other.toBeAsked.add(item.id);
      else other.toBeAsked.delete(item.id);
    }
    for (const id of removed) {
      other.items.delete(id);
      other.toBeAsked.delete(id);
    }
    if (state !== null) other.state = state;
    redraw();
  };

  const measure = (item: UploadItem, before: UploadItem | undefined): void => {
    const moved = item.sent - (before?.sent ?? 0);
    if (moved > 0) meter.moved(moved, now());
    if (item.phase === 'done' && before?.phase !== 'done') meter.filed(now());
  };

  /** The tab that has the line; null for this one. */
  const holderOf = (id: string): string | null => {
    if (own.store.getState().items.has(id)) return null;
    for (const [tab, { items }] of others) if (items.has(id)) return tab;
    return null;
  };

  const byHolder = (ids: readonly string[]) => Map.groupBy(ids, holderOf);

  const split = (
    ids: readonly string[],
    here: (ids: readonly string[]) => void,
    there: (tab: string, ids: readonly string[]) => void,
  ): void => {
    for (const [tab, held] of byHolder(ids)) {
      if (tab === null) here(held);
      else there(tab, held);
    }
  };

  const takeOver = async (isMeant: (item: UploadItem, other: OtherTab) => boolean): Promise<void> => {
    const meant = [...others].flatMap(([tab, other]) => {
      const ids = [...other.items.values()].filter((item) => isMeant(item, other)).map(({ id }) => id);
      return ids.length === 0 ? [] : [{ tab, ids }];
    });
    if (meant.length === 0) return;
    await Promise.allSettled(meant.map(({ tab, ids }) => call(tab, 'handOver', ids, channel.tab)));
    await takeUp();
  };

  /** The question on screen is this tab's own first, then that of another tab. */
  const answerShortage = (name: 'startWhatFits' | 'cancelShortage'): void => {
    const [tab] = [...others].find(([, { state }]) => state.shortage !== null) ?? [];
    if (own.store.getState().shortage !== null) own[name]();
    else if (tab !== undefined) press(tab, name);
  };

  own.store.subscribe(redraw);
  channel.listen((message, from) => {
    if (message.type === 'begun') meet(from);
    else if (message.type === 'left') void leave(from);
    else if (message.type === 'lines' && met.has(from)) take(from, message);
    else if (message.type === 'answer') {
      const waiting = calls.get(message.asked);
      calls.delete(message.asked);
      if (message.failure === null) waiting?.resolve();
      else waiting?.reject(new Error(message.failure));
    }
  });

  const controls: UploadControls = {
    store,
    add: async (reading, target, purpose = 'document') => {
      await takeOver(
        (item) => item.phase === 'interrupted' && item.target.id === target.id && item.purpose === purpose,
      );
      await own.add(reading, target, purpose);
    },
    reopen: async (reading) => {
      await takeOver(({ phase }) => phase === 'interrupted');
      return own.reopen(reading);
    },
    pause: (id) => {
      const tab = holderOf(id);
      if (tab === null) own.pause(id);
      else press(tab, 'pause', id);
    },
    pauseAll: () => {
      // Only if there are unsettled lines: otherwise lines added later would be paused, too.
      if (isAny(own.store.getState().items.values(), isUnsettled)) own.pauseAll();
      pressAll(isUnsettled, 'pauseAll');
    },
    resume: async (id) => {
      await takeOver((item, { toBeAsked }) => item.id === id && toBeAsked.has(id));
      const tab = holderOf(id);
      if (tab === null) await own.resume(id);
      else press(tab, 'resume', id);
    },
    resumeAll: async () => {
      await takeOver(({ id, phase }, { toBeAsked }) => phase === 'paused' && toBeAsked.has(id));
      pressAll(isUnsettled, 'resumeAll');
      await own.resumeAll();
    },
    retryFailed: () => {
      own.retryFailed();
      pressAll(({ phase }) => phase === 'failed', 'retryFailed');
    },
    cancel: (ids) => split(ids, own.cancel, (tab, held) => press(tab, 'cancel', held)),
    decide: (ids, decision) =>
      split(
        ids,
        (held) => own.decide(held, decision),
        (tab, held) => press(tab, 'decide', held, decision),
      ),
    decideAll: (decision) => {
      own.decideAll(decision);
      pressAll(isUnsettled, 'decideAll', decision);
    },
    decideSame: (ids, decision) =>
      split(
        ids,
        (held) => own.decideSame(held, decision),
        (tab, held) => press(tab, 'decideSame', held, decision),
      ),
    decideAllSame: (decision) => {
      own.decideAllSame(decision);
      pressAll(isUnsettled, 'decideAllSame', decision);
    },
    startWhatFits: () => answerShortage('startWhatFits'),
    cancelShortage: () => answerShortage('cancelShortage'),
    setDescribing: (describing) => {
      own.setDescribing(describing);
      if (describing) for (const tab of others.keys()) described.add(tab);
      for (const tab of described) press(tab, 'setDescribing', describing, channel.tab);
      if (!describing) described.clear();
    },
    describe: async (ids, details) => {
      for (const [tab, theirs] of byHolder(ids)) {
        if (tab === null) await own.describe(theirs, details);
        else await call(tab, 'describe', theirs, details);
      }
    },
    clear: () => {
      own.clear();
      pressAll(isSettled, 'clear');
    },
    pace: () => {
      const one = own.pace();
      const other = meter.at(
        now(),
        summarise([...others.values()].flatMap(({ items }) => [...items.values()])),
      );
      return {
        speed: one.speed + other.speed,
        secondsLeft: Math.max(one.secondsLeft, other.secondsLeft),
      };
    },
  };

  return { controls, meet, redraw };
}

function merged(own: UploadState, others: readonly OtherTab[]): UploadState {
  const items = new Map(own.items);
  for (const other of others) for (const [id, item] of other.items) if (!items.has(id)) items.set(id, item);
  const all = [own, ...others.map((other) => ({ ...other.state, items: other.items }))];
  return {
    items,
    pausedAll: all.some(({ pausedAll }) => pausedAll),
    held: all.find((one) => one.held !== null && isAny(one.items.values(), isUnsettled))?.held ?? null,
    reading: all.some(({ reading }) => reading),
    junk: all.reduce((sum, { junk }) => sum + junk, 0),
    shortage: all.find(({ shortage }) => shortage !== null)?.shortage ?? null,
    describing: all.some(({ describing }) => describing),
    otherTabs: others
      .filter((other) => isAny(other.items.values(), isUnderWay))
      .map(({ state }) => state.title),
  };
}

function isUnsettled(item: UploadItem): boolean {
  return !isSettled(item);
}
