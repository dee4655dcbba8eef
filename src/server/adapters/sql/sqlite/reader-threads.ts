/**
 * The reading threads. A statement goes to the least busy one; when all have been busy with something long, another thread
 * is started, so that a few long searches do not delay others. It ends when it is no longer needed.
 * Invariant: the first threads stay.
 */
import type { ExecutionResult } from '../database.ts';
import type { SqliteThread } from './sqlite-thread.ts';

/** Nearly all pages take a tenth of this. */
const LONG_MILLISECONDS = 50;
const MOST_MORE = 4;
const IDLE_MILLISECONDS = 10_000;

export class ReaderThreads {
  readonly #first: readonly SqliteThread[];
  readonly #start: (() => Promise<SqliteThread>) | undefined;
  readonly #onReport: () => void;
  #more: readonly SqliteThread[] = [];
  #starting: Promise<void> | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  #looking: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param start starts another thread; undefined: none is ever added */
  constructor(
    first: readonly SqliteThread[],
    onReport: () => void,
    start: (() => Promise<SqliteThread>) | undefined,
  ) {
    this.#first = first;
    this.#start = start;
    this.#onReport = onReport;
    for (const thread of first) thread.onReport = onReport;
  }

  execute(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    const thread = this.#leastBusy();
    if (thread.busyFor >= LONG_MILLISECONDS && this.#mayStart()) return this.#onAnother(sql, parameters);
    const answer = thread.execute(sql, parameters);
    if (this.#leastBusy().load > 0) this.#lookLater();
    return answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    await this.#starting;
    await this.#ending;
    await Promise.all([...this.#first, ...this.#more].map((thread) => thread.close()));
  }

  async #onAnother(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    await this.#startAnother();
    return this.#leastBusy().execute(sql, parameters);
  }

  /** The least busy of the threads without a long statement. */
  #leastBusy(): SqliteThread {
    const isLong = (thread: SqliteThread): boolean => thread.busyFor >= LONG_MILLISECONDS;
    return [...this.#first, ...this.#more].reduce((best, one) => {
      if (isLong(one) !== isLong(best)) return isLong(best) ? one : best;
      return one.load < best.load ? one : best;
    });
  }

  #mayStart(): boolean {
    return this.#start !== undefined && !this.#isClosed && this.#more.length < MOST_MORE;
  }

  #startAnother(): Promise<void> {
    const start = async (): Promise<void> => {
      try {
        const thread = await this.#start?.();
        if (thread === undefined) return;
        thread.onReport = this.#onReport;
        this.#more = [...this.#more, thread];
        this.#lookLater();
      } catch {
        // When no thread can be started, calls wait for the others.
      } finally {
        this.#starting = undefined;
      }
    };
    this.#starting ??= start();
    return this.#starting;
  }

  /** Checks later whether to start a thread, so that a free one is ready for the next call, or to end one. */
  #lookLater(): void {
    if (this.#looking !== undefined || this.#isClosed || this.#start === undefined) return;
    this.#looking = setTimeout(() => {
      this.#looking = undefined;
      if (this.#leastBusy().busyFor >= LONG_MILLISECONDS && this.#mayStart()) void this.#startAnother();
      this.#endIdle();
      if (this.#more.length > 0 || this.#leastBusy().load > 0) this.#lookLater();
    }, LONG_MILLISECONDS).unref();
  }

  #endIdle(): void {
    const idle = this.#more.filter((thread) => thread.idleFor >= IDLE_MILLISECONDS);
    if (idle.length === 0) return;
    this.#more = this.#more.filter((thread) => !idle.includes(thread));
    this.#ending = Promise.allSettled([this.#ending, ...idle.map((thread) => thread.close())]);
  }
}
