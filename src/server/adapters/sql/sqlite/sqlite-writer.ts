/**
 * The one writer of a SQLite file. Units write one after the other, each inside a savepoint of a shared outer
 * transaction; the outer one commits, and with it all finished units, when nobody waits or enough have gathered.
 * A unit's commit may therefore wait for the end of the one that got the writer after it: nobody may hold the writer
 * while waiting for another unit.
 * Invariant: a commit is reported only after the outer COMMIT has been synced; a failed unit undoes only itself, and
 * when the group as a whole fails, everybody in it is told.
 */
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
}

export class SqliteWriter {
  readonly #thread: Executor;
  readonly #waiting: Waiting[] = [];
  #group: Group | undefined;
  #isBusy = false;
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

  /**
   * Nothing here is awaited: a step that fails fails the group, which everybody in it notices at the latest when
   * committing. A savepoint outside a transaction opens one, so no statement of a unit can ever commit by itself.
   */
  #begin(): WriterTurn {
    const group = this.#group ?? this.#openGroup();
    this.#step(group, 'SAVEPOINT unit');
    return new WriterTurn(
      this.#thread,
      () => group.failure,
      (isKept) => this.#end(group, isKept),
    );
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

  constructor(thread: Executor, failure: () => Error | undefined, end: (isKept: boolean) => Promise<void>) {
    this.#thread = thread;
    this.#failure = failure;
    this.#end = end;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    if (this.#isOver) throw new Error('The unit of work is over');
    const result = await this.#thread.execute(sql, parameters);
    const failure = this.#failure();
    if (failure !== undefined) throw failure;
    return result;
  }

  async commit(): Promise<void> {
    if (this.#isOver) throw new Error('The unit of work is over');
    this.#isOver = true;
    await this.#end(true);
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#end(false);
  }
}
