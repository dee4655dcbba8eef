/**
 * Threads that write small files (small-file-thread.ts). Each file goes to the least busy thread; another thread is started
 * when all are busy, up to a few.
 * Invariant: every file is answered once, with an error when its thread has ended. An idle thread keeps no process alive, and
 * ends after a while: its memory costs more than starting another one.
 */
import { Worker } from 'node:worker_threads';
import type { WrittenBlob } from './digests.ts';
import type { SmallFile, SmallFileAnswer } from './small-file-messages.ts';

const mostThreads = 4;
const idleMilliseconds = 10_000;

interface Waiting {
  readonly resolve: (written: WrittenBlob) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

export class SmallFileThreads {
  readonly #folder: string;
  readonly #threads = new Set<Thread>();
  #last = 0;

  /** @param folder the store's folder, which must exist and have a subfolder `staging` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param bytes are transferred: the caller cannot use them any more */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<WrittenBlob> {
    const thread = this.#next();
    const number = ++this.#last;
    const file: SmallFile = { number, bytes };
    return new Promise((resolve, reject) => {
      thread.waiting.set(number, { resolve, reject });
      thread.worker.postMessage(file, [bytes.buffer]);
    });
  }

  #next(): Thread {
    const [best] = [...this.#threads].sort((one, other) => one.waiting.size - other.waiting.size);
    const isReady = best !== undefined && (best.waiting.size === 0 || this.#threads.size >= mostThreads);
    const thread = isReady ? best : this.#start();
    clearTimeout(thread.idle);
    if (thread.waiting.size === 0) thread.worker.ref();
    return thread;
  }

  #start(): Thread {
    const worker = new Worker(new URL('./small-file-thread.ts', import.meta.url), {
      workerData: { folder: this.#folder },
    });
    const thread: Thread = { worker, waiting: new Map(), idle: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: SmallFileAnswer) => {
      const waiting = thread.waiting.get(answer.number);
      thread.waiting.delete(answer.number);
      if ('written' in answer) waiting?.resolve(answer.written);
      else waiting?.reject(Object.assign(new Error(answer.failure), { code: answer.code }));
      if (thread.waiting.size === 0) this.#rest(thread);
    });
    const gone = (error: Error): void => {
      this.#threads.delete(thread);
      for (const { reject } of thread.waiting.values()) reject(error);
      thread.waiting.clear();
    };
    worker.on('error', (error) => gone(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => gone(new Error('The thread that writes files has ended')));
    return thread;
  }

  #rest(thread: Thread): void {
    thread.worker.unref();
    thread.idle = setTimeout(() => {
      this.#threads.delete(thread);
      void thread.worker.terminate();
    }, idleMilliseconds);
    thread.idle.unref();
  }
}
