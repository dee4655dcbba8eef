/**
 * The waiting changes of one person, sent in order. Invariants: a change is removed only when the server has accepted it or the
 * person discarded it; only one of all tabs sends; waiting changes are on the disk.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Outcome } from './send-change.ts';
import {
  resolveConflict,
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
  /** Runs one task at a time among all tabs. False = another tab is running one, and `wait` was false. */
  readonly exclusively: (task: () => Promise<void>, wait: boolean) => Promise<boolean>;
  /** Tells other tabs to read the disk again. */
  readonly announce: () => void;
  /** Schedules another attempt. */
  readonly later: () => void;
  readonly onSent: (sent: readonly WaitingChange[]) => void;
  readonly onDropped: (dropped: readonly WaitingChange[]) => void;
  /** The error for the caller of a change that could not be stored; `cause` is why it was not sent. */
  readonly notStored: (failure: unknown, cause: unknown) => unknown;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface NewWaiting {
  readonly about: WaitingAbout;
  readonly work: WaitingWork;
  /** The idempotency key of the first attempt. */
  readonly id?: string;
}

export interface WaitingQueue {
  readonly store: StoreApi<WaitingState>;
  /**
   * Resolves when they are on the disk.
   * @param cause why they were not sent
   */
  readonly add: (changes: readonly NewWaiting[], cause?: unknown) => Promise<void>;
  /** Sends the changes without a problem; resolves when no more can be sent now. */
  readonly send: () => Promise<void>;
  /** Tries these again, whatever their problem was. */
  readonly retry: (ids: readonly string[]) => Promise<void>;
  /** Decides a conflict: which values to keep; the others stay as somebody else saved them. */
  readonly settle: (id: string, keepMine: (name: string) => boolean) => Promise<void>;
  /** Replaces this change by another. */
  readonly replace: (id: string, by: NewWaiting) => Promise<void>;
  readonly discard: (ids: readonly string[]) => Promise<void>;
  /** Reads the disk again, because another tab has changed it. */
  readonly reload: () => Promise<void>;
}

export function createWaitingQueue(ports: WaitingPorts): WaitingQueue {
  const { owner, storage, exclusively } = ports;
  const store = createStore<WaitingState>(() => ({ changes: [], sending: false }));

  const reload = async (): Promise<void> => store.setState({ changes: await storage.load(owner) });

  /** Changes what is on the disk, then what is shown. */
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
      // Never merge an edit with one that may be being sent: the answer to that one would remove both from the list.
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
      const next = resolveConflict(change, keepMine);
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
