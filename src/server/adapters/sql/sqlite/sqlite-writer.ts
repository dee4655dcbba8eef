/**
 * The one writer of a SQLite file. Units write one after the other, each inside a savepoint of a shared outer
 * transaction; the outer one commits, and with it all finished units, when nobody waits or enough have gathered.
 * A unit's commit may therefore wait for the end of the one that got the writer after it: nobody may hold the writer
 * while waiting for another unit, and who holds it too long loses it with all that it wrote.
 * Invariant: a commit is reported only after the outer COMMIT has been synced; a failed unit undoes only itself, and
 * when the group as a whole fails, everybody in it is told.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { ExecutionResult, Executor } from '../database.ts';

/** Units that may share one commit, and how long the first of them may wait for the others. */
const GROUP_SIZE = 64;
const GROUP_MILLISECONDS = 10;

interface Pending {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The units of one outer transaction. */
interface Group {
  readonly finished: Pending[];
  firstFinished: number;
  /** Why nothing of this group can be stored any more: its transaction never began, or the engine gave it up. */
  failure: Error | undefined;
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

export class SqliteWriter {
  readonly #thread: Executor;
  readonly #holdMilliseconds: number;
  readonly #waiting: Waiting[] = [];
  #holder: WriterTurn | undefined;
  #isClosed = false;
  #group: Group | undefined;
  #isBusy = false;
  #whenIdle: (() => void)[] = [];

  /** @param holdMilliseconds how long one unit may hold the writer */
  constructor(thread: Executor, holdMilliseconds: number) {
    this.#thread = thread;
    this.#holdMilliseconds = holdMilliseconds;
  }

  /** How many units wait for their turn, and for how long the first one has. */
  get queue(): { readonly waiting: number; readonly milliseconds: number } {
    const first = this.#waiting[0];
    return {
      waiting: this.#waiting.length,
      milliseconds: first === undefined ? 0 : performance.now() - first.since,
    };
  }

  turn(holdMilliseconds = this.#holdMilliseconds): Promise<WriterTurn> {
    if (this.#isClosed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        since: performance.now(),
        start: () => resolve(this.#begin(holdMilliseconds)),
        reject,
      });
      this.#next();
    });
  }

  /** Resolves when nothing is written any more. What is not finished by then is undone after `graceMilliseconds`. */
  async close(graceMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.splice(0)) reject(closed());
      void this.#holder?.end(closed());
    }, graceMilliseconds);
    if (this.#isBusy || this.#waiting.length > 0)
      await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    this.#isClosed = true;
    clearTimeout(timer);
  }

  #next(): void {
    if (this.#isBusy) return;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      this.#isBusy = true;
      next.start();
      return;
    }
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /**
   * Nothing here is awaited: a step that fails fails the group, which everybody in it notices at the latest when
   * committing. A savepoint outside a transaction opens one, so no statement of a unit can ever commit by itself.
   */
  #begin(holdMilliseconds: number): WriterTurn {
    const group = this.#group ?? this.#openGroup();
    this.#step(group, 'SAVEPOINT unit');
    const turn = new WriterTurn(
      this.#thread,
      () => group.failure,
      (isKept) => {
        clearTimeout(timer);
        this.#holder = undefined;
        return this.#end(group, isKept);
      },
    );
    const timer = setTimeout(() => void turn.end(heldTooLong()), holdMilliseconds);
    this.#holder = turn;
    return turn;
  }

  #openGroup(): Group {
    const group: Group = { finished: [], firstFinished: 0, failure: undefined };
    this.#group = group;
    this.#step(group, 'BEGIN IMMEDIATE');
    return group;
  }

  #step(group: Group, statement: string): Promise<unknown> {
    return this.#thread.execute(statement, []).catch((error: Error) => {
      group.failure ??= error;
    });
  }

  async #end(group: Group, isKept: boolean): Promise<void> {
    if (!isKept) this.#step(group, 'ROLLBACK TO unit');
    this.#step(group, 'RELEASE unit');
    const stored = isKept ? this.#join(group) : undefined;
    if (this.#isDue(group)) await this.#commit(group);
    else {
      this.#isBusy = false;
      this.#next();
    }
    await stored;
  }

  #join(group: Group): Promise<void> {
    return new Promise((resolve, reject) => {
      if (group.finished.length === 0) group.firstFinished = performance.now();
      group.finished.push({ resolve, reject });
    });
  }

  #isDue({ finished, firstFinished, failure }: Group): boolean {
    return (
      failure !== undefined ||
      this.#waiting.length === 0 ||
      finished.length >= GROUP_SIZE ||
      (finished.length > 0 && performance.now() - firstFinished > GROUP_MILLISECONDS)
    );
  }

  async #commit(group: Group): Promise<void> {
    if (group.failure === undefined) await this.#step(group, 'COMMIT');
    const { failure } = group;
    // The engine may have rolled back by itself already; then there is nothing left to undo.
    if (failure !== undefined) await this.#thread.execute('ROLLBACK', []).catch(() => undefined);
    this.#group = undefined;
    for (const { resolve, reject } of group.finished) {
      if (failure === undefined) resolve();
      else reject(failure);
    }
    this.#isBusy = false;
    this.#next();
  }
}

/** The writer, for one unit, until it commits or rolls back. */
export class WriterTurn implements Executor {
  readonly #thread: Executor;
  readonly #failure: () => Error | undefined;
  readonly #end: (isKept: boolean) => Promise<void>;
  #isOver = false;
  /** Why it was ended by others than its unit. */
  #ended: Error | undefined;

  constructor(thread: Executor, failure: () => Error | undefined, end: (isKept: boolean) => Promise<void>) {
    this.#thread = thread;
    this.#failure = failure;
    this.#end = end;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    this.#requireOpen();
    const result = await this.#thread.execute(sql, parameters);
    const failure = this.#failure();
    if (failure !== undefined) throw failure;
    return result;
  }

  async commit(): Promise<void> {
    this.#requireOpen();
    this.#isOver = true;
    await this.#end(true);
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#end(false);
  }

  /** Takes the writer away from the unit: all that it wrote is undone, and its next step fails. */
  async end(reason: Error): Promise<void> {
    this.#ended ??= reason;
    await this.rollback();
  }

  #requireOpen(): void {
    if (this.#ended) throw this.#ended;
    if (this.#isOver) throw new Error('The unit of work is over');
  }
}

function heldTooLong(): Error {
  return new RepositoryError('overloaded', 'The call changed things for too long and was undone');
}

function closed(): Error {
  return new RepositoryError('overloaded', 'The server is stopping');
}
