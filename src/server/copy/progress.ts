/** Shows the progress of long work, on one line of a terminal, or as a line from time to time elsewhere. */
import type { Writable } from 'node:stream';

const secondsBetween = { terminal: 0.2, file: 5 };

export class Progress {
  readonly #out: Writable;
  readonly #isTerminal: boolean;
  #lastShown = 0;
  #began = 0;
  #name = '';
  #total = 0;
  #done = 0;
  /** Done by an earlier copy that was interrupted. */
  #before = 0;
  #bytes = 0;

  constructor(out: Writable, isTerminal: boolean) {
    this.#out = out;
    this.#isTerminal = isTerminal;
  }

  begin(name: string, total: number, done = 0): void {
    this.#name = name;
    this.#total = total;
    this.#done = done;
    this.#before = done;
    this.#bytes = 0;
    this.#began = performance.now();
    this.#lastShown = this.#began;
  }

  /** Writes a line between two tasks. */
  note(words: string): void {
    this.#out.write(`${words}\n`);
  }

  advance(count: number, bytes = 0): void {
    this.#done += count;
    this.#bytes += bytes;
    const now = performance.now();
    const pause = this.#isTerminal ? secondsBetween.terminal : secondsBetween.file;
    if (now - this.#lastShown < pause * 1000) return;
    this.#lastShown = now;
    this.#out.write(this.#isTerminal ? `\r${this.#line()}\u001b[K` : `${this.#line()}\n`);
  }

  /** Writes the final line of a task, unless there was nothing to do. */
  end(): void {
    if (this.#total === 0) return;
    this.#out.write(`${this.#isTerminal ? '\r' : ''}${this.#line()}${this.#isTerminal ? '\u001b[K' : ''}\n`);
  }

  #line(): string {
    const seconds = Math.max((performance.now() - this.#began) / 1000, 0.001);
    const share = this.#total === 0 ? 100 : Math.floor((this.#done / this.#total) * 100);
    const speed = `${number((this.#done - this.#before) / seconds)}/s`;
    const bytes = this.#bytes > 0 ? `, ${(this.#bytes / seconds / 1e6).toFixed(1)} MB/s` : '';
    return `${this.#name}: ${number(this.#done)} of ${number(this.#total)} (${share} %), ${speed}${bytes}`;
  }
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}
