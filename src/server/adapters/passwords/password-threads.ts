/**
 * Hashes passwords in threads, so that files and sockets never wait for it.
 * Invariant: the queue is short; when it is full, further calls get a 429 at once. An idle thread keeps no process alive, and
 * ends after a while: its memory costs more than starting another one.
 */
import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Passwords } from '#server/core/kernel/ports.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordAnswer, PasswordQuestion } from './messages.ts';
import { usualRounds } from './scrypt.ts';

/** Each takes a tenth of a second. */
const mostWaiting = 32;
const idleMilliseconds = 10_000;

interface Waiting {
  readonly question: PasswordQuestion;
  readonly settle: (answer: PasswordAnswer) => void;
}

export interface PasswordThreads extends Passwords {
  close(): Promise<void>;
}

interface PasswordCost {
  readonly threads?: number;
  /** The cost of hashing a new password. */
  readonly rounds?: number;
}

export function openPasswordThreads({
  threads = Math.max(1, availableParallelism() >> 1),
  rounds = usualRounds,
}: PasswordCost = {}): PasswordThreads {
  const waiting: Waiting[] = [];
  const idle: { readonly worker: Worker; readonly end: NodeJS.Timeout }[] = [];
  const all = new Set<Worker>();

  const next = (): void => {
    if (waiting.length === 0) return;
    const worker = rested() ?? (all.size < threads ? started() : undefined);
    const first = worker && waiting.shift();
    if (worker && first) work(worker, first);
  };
  const rested = (): Worker | undefined => {
    const last = idle.pop();
    clearTimeout(last?.end);
    return last?.worker;
  };
  const rest = (worker: Worker): void => {
    const end = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.worker === worker),
        1,
      );
      all.delete(worker);
      void worker.terminate();
    }, idleMilliseconds);
    end.unref();
    idle.push({ worker, end });
  };
  const started = (): Worker => {
    const worker = new Worker(new URL('./password-thread.ts', import.meta.url));
    all.add(worker);
    return worker;
  };
  const work = (worker: Worker, { question, settle }: Waiting): void => {
    const finish = (answer: PasswordAnswer): void => {
      worker.off('message', finish);
      worker.off('error', fail);
      worker.unref();
      settle(answer);
      if (all.has(worker)) rest(worker);
      next();
    };
    const fail = (error: Error): void => {
      all.delete(worker);
      finish({ failure: error.message });
    };
    worker.on('message', finish);
    worker.on('error', fail);
    worker.ref();
    worker.postMessage(question);
  };
  const ask = async (question: PasswordQuestion): Promise<string | boolean> => {
    if (waiting.length >= mostWaiting) {
      throw new RepositoryError('overloaded', 'Too many people sign in at this moment; try again shortly', {
        status: 429,
      });
    }
    const answer = await new Promise<PasswordAnswer>((settle) => {
      waiting.push({ question, settle });
      next();
    });
    if ('failure' in answer) throw new Error(`A password could not be hashed: ${answer.failure}`);
    return answer.value;
  };

  return {
    fingerprint: (text) => hash('sha256', text),
    hash: async (password) => String(await ask({ kind: 'hash', password, rounds })),
    verify: async (password, hash) => (await ask({ kind: 'verify', password, hash })) === true,
    isCommon: isCommonPassword,
    close: async () => {
      for (const { end } of idle) clearTimeout(end);
      await Promise.all(Array.from(all, (worker) => worker.terminate()));
    },
  };
}
