/**
 * The changes of one person that wait until the server answers, sent in their order. Invariants: a change leaves only
 * when the server has taken it or the person gave it up; of all tabs one sends; what waits is on the disk.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Outcome } from './send-change.ts';
import {
  settled,
  type WaitingAbout,
  type WaitingChange,
  type WaitingWork,
  withChange,
} from './waiting-change.ts';
import type { WaitingStorage } from './waiting-storage.ts';

export interface WaitingState {
  readonly changes: readonly WaitingChange[];
  readonly sending: boolean;
}

export interface WaitingPorts {
  readonly owner: string;
  readonly storage: WaitingStorage;
  readonly send: (change: WaitingChange) => Promise<Outcome>;
  /** Runs one task at a time among all tabs. False = another tab is at it, when this one would not wait. */
  readonly exclusively: (task: () => Promise<void>, wait: boolean) => Promise<boolean>;
  /** Has other tabs read the disk again. */
  readonly announce: () => void;
  /** Tries again after a while. */
  readonly later: () => void;
  readonly onSent: (sent: readonly WaitingChange[]) => void;
  readonly onDropped: (dropped: readonly WaitingChange[]) => void;
  /** The error for whoever made a change that could not be stored, from this failure and the one before. */
  readonly notStored: (failure: unknown, cause: unknown) => unknown;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface NewWaiting {
  readonly about: WaitingAbout;
  readonly work: WaitingWork;
  /** The key with which it was tried already. */
  readonly id?: string;
}

export interface WaitingQueue {
  readonly store: StoreApi<WaitingState>;
  /**
   * Resolves when they are on the disk.
   * @param cause why they were not sent
   */
  readonly add: (changes: readonly NewWaiting[], cause?: unknown) => Promise<void>;
  /** Sends what nobody needs to decide about; resolves when no more can be done now. */
  readonly send: () => Promise<void>;
  /** Tries these once more, whatever was in their way. */
  readonly retry: (ids: readonly string[]) => Promise<void>;
  /** What is kept of an edit that met another; the rest stays as others have it. */
  readonly settle: (id: string, keepMine: (name: string) => boolean) => Promise<void>;
  /** Another change in this one's place. */
  readonly replace: (id: string, by: NewWaiting) => Promise<void>;
  readonly discard: (ids: readonly string[]) => Promise<void>;
  /** Another tab has changed what is on the disk. */
  readonly reload: () => Promise<void>;
}

export function createWaitingQueue(ports: WaitingPorts): WaitingQueue {
  const { owner, storage, exclusively } = ports;
  const store = createStore<WaitingState>(() => ({ changes: [], sending: false }));

  const reload = async (): Promise<void> => store.setState({ changes: await storage.load(owner) });

  /** Changes what is on the disk and then what is shown. */
  const write = async (
    step: (changes: readonly WaitingChange[]) => readonly WaitingChange[],
  ): Promise<void> => {
    const before = await storage.load(owner);
    const after = step(before);
    const ids = new Set(after.map(({ id }) => id));
    await storage.write(
      after.filter((change) => !before.includes(change)),
      before.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
    );
    store.setState({ changes: after });
    ports.announce();
  };

  const replaceOne = (id: string, next: WaitingChange | null): Promise<void> =>
    write((changes) => changes.flatMap((change) => (change.id === id ? (next ?? []) : change)));

  const sendAll = async (): Promise<void> => {
    const sent: WaitingChange[] = [];
    store.setState({ sending: true });
    try {
      for (;;) {
        const [next] = (await storage.load(owner)).filter(({ trouble }) => trouble === null);
        if (next === undefined) return;
        const outcome = await ports.send(next);
        if (outcome.kind === 'left') return;
        if (outcome.kind === 'away') {
          ports.later();
          return;
        }
        await replaceOne(next.id, outcome.kind === 'done' ? null : { ...next, trouble: outcome.trouble });
        if (outcome.kind === 'done') sent.push(next);
      }
    } finally {
      store.setState({ sending: false });
      if (sent.length > 0) ports.onSent(sent);
    }
  };

  const send = async (): Promise<void> => {
    await exclusively(sendAll, true);
  };

  return {
    store,
    reload,
    send,
    add: async (changes, cause) => {
      const made = changes.map(
        ({ about, work, id }, index): WaitingChange => ({
          id: id ?? ports.newId(),
          owner,
          at: ports.now() + index / 1000,
          about,
          work,
          trouble: null,
        }),
      );
      // An edit never joins one that may be on its way just now: the answer to that one would take both off the list.
      try {
        const joins =
          !store.getState().sending &&
          (await exclusively(() => write((queue) => made.reduce(withChange, queue)), false));
        if (!joins) await write((queue) => [...queue, ...made]);
      } catch (failure) {
        throw ports.notStored(failure, cause);
      }
      ports.later();
    },
    retry: async (ids) => {
      await write((changes) =>
        changes.map((change) => (ids.includes(change.id) ? { ...change, trouble: null } : change)),
      );
      await send();
    },
    settle: async (id, keepMine) => {
      const change = store.getState().changes.find((one) => one.id === id);
      if (change === undefined) return;
      const next = settled(change, keepMine);
      await replaceOne(id, next);
      if (next === null) ports.onDropped([change]);
      await send();
    },
    replace: async (id, { about, work }) => {
      await write((changes) =>
        changes.map((change) =>
          change.id === id ? { ...change, id: ports.newId(), about, work, trouble: null } : change,
        ),
      );
      await send();
    },
    discard: async (ids) => {
      const dropped = store.getState().changes.filter(({ id }) => ids.includes(id));
      await write((changes) => changes.filter(({ id }) => !ids.includes(id)));
      ports.onDropped(dropped);
    },
  };
}
