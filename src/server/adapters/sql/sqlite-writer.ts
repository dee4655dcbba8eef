/**
 * The one writer of a SQLite file. Units write one after the other, each inside a savepoint of a shared outer
 * transaction; the outer one commits, and with it all finished units, when nobody waits or enough have gathered.
 * Invariant: a commit is reported only after the outer COMMIT has been synced; a failed unit undoes only itself.
 */
import type { ExecutionResult, Executor } from './database.ts';

/** Units that may share one commit, and how long the first of them may wait for the others. */
const GROUP_SIZE = 64;
const GROUP_MILLISECONDS = 10;

interface Pending {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

export class SqliteWriter {
  readonly #thread: Executor;
  readonly #waiting: Waiting[] = [];
  #finished: Pending[] = [];
  #firstFinished = 0;
  #isBusy = false;
  #isOpen = false;
  #whenIdle: (() => void)[] = [];

  constructor(thread: Executor) {
    this.#thread = thread;
  }

  /** How many units wait for their turn, and for how long the first one has. */
  get queue(): { readonly waiting: number; readonly milliseconds: number } {
    const first = this.#waiting[0];
    return {
      waiting: this.#waiting.length,
      milliseconds: first === undefined ? 0 : performance.now() - first.since,
    };
  }

  turn(): Promise<WriterTurn> {
    return new Promise((resolve) => {
      this.#waiting.push({ since: performance.now(), start: () => resolve(this.#begin()) });
      this.#next();
    });
  }

  /** Resolves when nothing is being written and nobody waits. */
  async idle(): Promise<void> {
    if (!this.#isBusy && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
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

  #begin(): WriterTurn {
    // Not awaited: if BEGIN fails, SAVEPOINT opens a transaction by itself and every later step of the turn fails.
    const opened: Promise<unknown>[] = [];
    if (!this.#isOpen) opened.push(this.#thread.execute('BEGIN IMMEDIATE', []));
    this.#isOpen = true;
    opened.push(this.#thread.execute('SAVEPOINT unit', []));
    return new WriterTurn(this.#thread, Promise.all(opened), {
      commit: () => this.#commit(),
      rollback: () => this.#rollback(),
    });
  }

  #commit(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#finished.length === 0) this.#firstFinished = performance.now();
      this.#finished.push({ resolve, reject });
      this.#end([this.#thread.execute('RELEASE unit', [])]);
    });
  }

  async #rollback(): Promise<void> {
    this.#end([this.#thread.execute('ROLLBACK TO unit', []), this.#thread.execute('RELEASE unit', [])]);
  }

  #end(steps: readonly Promise<unknown>[]): void {
    const isDue =
      this.#waiting.length === 0 ||
      this.#finished.length >= GROUP_SIZE ||
      (this.#finished.length > 0 && performance.now() - this.#firstFinished > GROUP_MILLISECONDS);
    const all = isDue ? [...steps, this.#thread.execute('COMMIT', [])] : steps;
    Promise.all(all).then(
      () => {
        if (isDue) this.#settle((pending) => pending.resolve());
        this.#isBusy = false;
        this.#next();
      },
      (error) => this.#abandon(error),
    );
  }

  /** Something broke that undoes the whole group (a full disk, a lost savepoint): nobody in it may believe to be stored. */
  async #abandon(error: unknown): Promise<void> {
    // The engine may have rolled back by itself already; then there is nothing left to undo.
    await this.#thread.execute('ROLLBACK', []).catch(() => undefined);
    this.#settle((pending) => pending.reject(error));
    this.#isBusy = false;
    this.#next();
  }

  #settle(settle: (pending: Pending) => void): void {
    this.#isOpen = false;
    const finished = this.#finished;
    this.#finished = [];
    finished.forEach(settle);
  }
}

/** The writer, for one unit, until it commits or rolls back. */
export class WriterTurn implements Executor {
  readonly #thread: Executor;
  readonly #opened: Promise<unknown>;
  readonly #end: { commit(): Promise<void>; rollback(): Promise<void> };
  #isOver = false;

  constructor(
    thread: Executor,
    opened: Promise<unknown>,
    end: { commit(): Promise<void>; rollback(): Promise<void> },
  ) {
    this.#thread = thread;
    this.#opened = opened;
    this.#end = end;
    // Told by every statement and by commit; alone it must not count as unhandled.
    opened.catch(() => undefined);
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    if (this.#isOver) throw new Error('The unit of work is over');
    const [result] = await Promise.all([this.#thread.execute(sql, parameters), this.#opened]);
    return result;
  }

  async commit(): Promise<void> {
    if (this.#isOver) throw new Error('The unit of work is over');
    this.#isOver = true;
    await this.#opened.catch(async (error) => {
      await this.#end.rollback();
      throw error;
    });
    await this.#end.commit();
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#end.rollback();
  }
}
