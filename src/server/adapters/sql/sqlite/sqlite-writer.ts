/**
 * The only writer of a SQLite file. Units write one after the other, each inside a savepoint of a shared outer transaction,
 * which commits, with all finished units, when no other unit is about to write, when enough have gathered, or when the first
 * has waited long enough.
 * So a unit's commit may wait for the unit that got the writer after it: a unit must not wait for another one while it holds
 * the writer, and one that holds it too long loses it together with its changes.
 * Invariant: a commit is reported only after the outer COMMIT has been synced; a failed unit undoes only itself, and when
 * the whole group fails, all its units learn so.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { type ExecutionResult, type Executor, type StatementTraits, TakenError } from '../database.ts';
import { restartLog } from './sqlite-connection.ts';
import type { Expected, SentTraits, UnitRole } from './sqlite-protocol.ts';

/** Units that may share one commit. */
const GROUP_SIZE = 64;
/** How long the first finished unit may wait for units in the queue, and for those expected soon. */
const QUEUE_MILLISECONDS = 10;
const EXPECTED_MILLISECONDS = 4;

/** The thread that writes. */
export interface UnitExecutor {
  send(
    sql: string,
    parameters: readonly unknown[],
    role?: UnitRole,
    traits?: SentTraits,
  ): Promise<ExecutionResult>;
}

interface Pending {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The units of one outer transaction. */
interface Group {
  readonly finished: Pending[];
  firstFinished: number;
  /** Why nothing of this group can be stored: its transaction could not begin, or the engine rolled it back. */
  failure: Error | undefined;
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

export class SqliteWriter {
  readonly #thread: UnitExecutor;
  readonly #holdMilliseconds: number;
  readonly #onCommit: () => void;
  readonly #waiting: Waiting[] = [];
  #holder: WriterTurn | undefined;
  #isClosed = false;
  #group: Group | undefined;
  #isBusy = false;
  /** Units that have begun and may still ask for the writer. */
  #expected = 0;
  #flushTimer: NodeJS.Timeout | undefined;
  #whenIdle: (() => void)[] = [];
  #state: number | undefined;
  /** Run when no unit is writing or about to commit. */
  #restart: (() => void) | undefined;

  /** @param holdMilliseconds how long one unit may hold the writer */
  constructor(thread: UnitExecutor, holdMilliseconds: number, onCommit = () => {}) {
    this.#thread = thread;
    this.#holdMilliseconds = holdMilliseconds;
    this.#onCommit = onCommit;
  }

  /** How many units are waiting, and for how long the first of them has. */
  get queue(): { readonly waiting: number; readonly milliseconds: number } {
    const first = this.#waiting[0];
    return {
      waiting: this.#waiting.length,
      milliseconds: first === undefined ? 0 : performance.now() - first.since,
    };
  }

  /** The number of the committed state, as far as it is known: later reads see this state or a newer one. */
  get state(): number | undefined {
    return this.#state;
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

  /** Announces that a unit will probably write soon. Returns a function to call when it does, or when it will not. */
  expect(): () => void {
    this.#expected += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#expected -= 1;
      if (this.#expected === 0 && !this.#isBusy) this.#flush();
    };
  }

  /** Runs between two commits (sqlite-connection.ts). When readers prevent it, the log simply grows. */
  restartLog(): Promise<void> {
    return new Promise((resolve) => {
      this.#restart = () => {
        this.#isBusy = true;
        const end = (): void => {
          this.#isBusy = false;
          resolve();
          this.#next();
        };
        this.#thread.send(restartLog, []).then(end, end);
      };
      this.#next();
    });
  }

  /** Resolves when nothing is being written any more; units that have not finished after `graceMilliseconds` are undone. */
  async close(graceMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.splice(0)) reject(closed());
      void this.#holder?.end(closed());
    }, graceMilliseconds);
    this.#flush();
    if (this.#isBusy || this.#waiting.length > 0)
      await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    this.#isClosed = true;
    clearTimeout(timer);
  }

  #next(): void {
    if (this.#isBusy) return;
    const restart = this.#group === undefined ? this.#restart : undefined;
    const next = restart === undefined ? this.#waiting.shift() : undefined;
    if (restart !== undefined) {
      this.#restart = undefined;
      restart();
    } else if (next !== undefined) {
      this.#isBusy = true;
      next.start();
    } else if (this.#group === undefined) {
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    } else {
      const rest = EXPECTED_MILLISECONDS - (performance.now() - this.#group.firstFinished);
      this.#flushTimer ??= setTimeout(
        () => {
          // It may fire while a unit writes: the end of that unit then sets another timer.
          this.#flushTimer = undefined;
          this.#flush();
        },
        Math.max(rest, 0),
      );
    }
  }

  /** Commits the finished units, if no unit has the writer. */
  #flush(): void {
    const group = this.#group;
    if (this.#isBusy || group === undefined) return;
    this.#isBusy = true;
    void this.#commit(group);
  }

  /**
   * Nothing is awaited here: a failed step fails the group, which its units notice at the latest when they commit. A savepoint
   * outside a transaction opens one, so a statement of a unit can never commit by itself.
   */
  #begin(holdMilliseconds: number): WriterTurn {
    const group = this.#group ?? this.#openGroup();
    this.#step(group, 'SAVEPOINT unit', 'begin');
    const turn = new WriterTurn(this.#thread, group, (isFinished) => {
      clearTimeout(timer);
      this.#holder = undefined;
      return this.#end(group, turn, isFinished);
    });
    const timer = setTimeout(() => void turn.end(heldTooLong()), holdMilliseconds);
    this.#holder = turn;
    return turn;
  }

  #openGroup(): Group {
    const group: Group = { finished: [], firstFinished: performance.now(), failure: undefined };
    this.#group = group;
    this.#step(group, 'BEGIN IMMEDIATE', 'beginGroup');
    return group;
  }

  #step(group: Group, statement: string, role?: UnitRole): Promise<ExecutionResult | undefined> {
    return this.#thread.send(statement, [], role).catch((error: Error) => {
      group.failure ??= error;
      return undefined;
    });
  }

  async #end(group: Group, turn: WriterTurn, isFinished: boolean): Promise<void> {
    const stored = isFinished ? this.#keep(group, turn) : this.#takeBack(group);
    // Checked once the group has been stored.
    stored.catch(() => undefined);
    if (this.#isDue(group)) await this.#commit(group);
    else {
      this.#isBusy = false;
      this.#next();
    }
    await stored;
  }

  async #takeBack(group: Group): Promise<void> {
    this.#step(group, 'ROLLBACK TO unit');
    this.#step(group, 'RELEASE unit');
  }

  /** The thread itself rolls back a broken unit: only that unit fails. */
  async #keep(group: Group, turn: WriterTurn): Promise<void> {
    const released = this.#thread.send('RELEASE unit', [], 'end').catch((error: Error) => {
      if (turn.broken === undefined) group.failure ??= error;
    });
    const joined = new Promise<void>((resolve, reject) => {
      if (group.finished.length === 0) group.firstFinished = performance.now();
      group.finished.push({ resolve, reject });
    });
    await Promise.all([released, joined]);
    if (turn.broken !== undefined) throw turn.broken;
  }

  #isDue({ finished, firstFinished, failure }: Group): boolean {
    if (failure !== undefined || finished.length >= GROUP_SIZE) return true;
    const passed = performance.now() - firstFinished;
    if (this.#waiting.length > 0) return finished.length > 0 && passed > QUEUE_MILLISECONDS;
    return this.#expected === 0 || passed > EXPECTED_MILLISECONDS;
  }

  async #commit(group: Group): Promise<void> {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    const committed = group.failure === undefined ? await this.#step(group, 'COMMIT', 'commit') : undefined;
    const { failure } = group;
    if (committed !== undefined) this.#state = Number(committed.rows[0]?.state);
    // The engine may have rolled back already; then there is nothing to undo.
    if (failure !== undefined) await this.#thread.send('ROLLBACK', []).catch(() => undefined);
    this.#group = undefined;
    for (const { resolve, reject } of group.finished) {
      if (failure === undefined) resolve();
      else reject(failure);
    }
    this.#isBusy = false;
    this.#next();
    if (failure === undefined) this.#onCommit();
  }
}

/** The writer for one unit, until it commits or rolls back. */
export class WriterTurn implements Executor {
  readonly #thread: UnitExecutor;
  readonly #group: { readonly failure: Error | undefined };
  readonly #end: (isFinished: boolean) => Promise<void>;
  #isOver = false;
  /** Why the unit was ended from outside. */
  #ended: Error | undefined;
  #broken: Error | undefined;
  /** Settles when all statements whose answer is not needed have been answered. */
  #unawaited: Promise<void> = Promise.resolve();

  constructor(
    thread: UnitExecutor,
    group: { readonly failure: Error | undefined },
    end: (isFinished: boolean) => Promise<void>,
  ) {
    this.#thread = thread;
    this.#group = group;
    this.#end = end;
  }

  /** The failure of such a statement, which is the unit's failure too. */
  get broken(): Error | undefined {
    return this.#broken;
  }

  async execute(
    sql: string,
    parameters: readonly unknown[],
    { deferred, isEach }: StatementTraits = {},
  ): Promise<ExecutionResult> {
    this.#requireOpen();
    if (deferred !== undefined) {
      const { late } = deferred;
      this.#breakBy(
        late === undefined
          ? this.#thread.send(sql, parameters, 'required', { isEach })
          : this.#thread.send(sql, parameters, 'late', { isEach, late }),
        (error) => (error instanceof TakenError ? deferred.taken?.() : undefined) ?? error,
      );
      return { rows: [], changes: 0 };
    }
    try {
      const result = await this.#thread.send(sql, parameters, 'inside', { isEach });
      if (this.#group.failure !== undefined) throw this.#group.failure;
      return result;
    } catch (error) {
      throw this.#broken ?? error;
    }
  }

  /** Breaks the unit, so that it runs again, when the statement no longer answers these rows. */
  requireUnchanged(sql: string, parameters: readonly unknown[], expected: Expected): void {
    this.#breakBy(this.#thread.send(sql, parameters, 'unchanged', { expected }));
  }

  /** @throws why the unit is broken or was ended */
  async requireWhole(): Promise<void> {
    await this.#unawaited;
    this.#requireOpen();
    const failure = this.#broken ?? this.#group.failure;
    if (failure !== undefined) throw failure;
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

  /** Takes the writer away from the unit: all its changes are undone, and its next step fails. */
  async end(reason: Error): Promise<void> {
    this.#ended ??= reason;
    await this.rollback();
  }

  /** The thread answers in order, so only the last answer must be awaited. */
  #breakBy(sent: Promise<unknown>, reason = (error: Error): Error => error): void {
    this.#unawaited = sent.then(
      () => undefined,
      (error: Error) => {
        this.#broken ??= reason(error);
      },
    );
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
