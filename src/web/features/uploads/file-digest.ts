/**
 * The MD5 of a file, computed by a worker; null if it cannot be computed, and then the server is not asked about the file.
 * The worker also reads small files for later, because each access to a file on disk blocks the page. The worker ends when
 * it has been idle for a while.
 */
import { trustOwnScripts } from '#web/own-scripts.ts';
import type { DigestAnswer, DigestRequest } from './digest-protocol.ts';
import { rememberBytes } from './file-source.ts';

const idleMs = 10_000;
let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, (answer: DigestAnswer) => void>();

export function digestOfFile(file: Blob): Promise<string | null> {
  const running = started();
  lastId += 1;
  const id = lastId;
  clearTimeout(idle);
  return new Promise((resolve) => {
    waiting.set(id, ({ digest, read }) => {
      if (read !== undefined) rememberBytes(file, read);
      resolve(digest);
    });
    running.postMessage({ id, file } satisfies DigestRequest);
  });
}

function started(): Worker {
  if (worker !== undefined) return worker;
  trustOwnScripts();
  worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<DigestAnswer>) => answer(data);
  // The worker's code did not load, or the browser cannot run it.
  worker.onerror = () => {
    for (const id of waiting.keys()) answer({ id, digest: null });
    end();
  };
  return worker;
}

function answer(given: DigestAnswer): void {
  waiting.get(given.id)?.(given);
  waiting.delete(given.id);
  if (waiting.size === 0) idle = setTimeout(end, idleMs);
}

function end(): void {
  clearTimeout(idle);
  worker?.terminate();
  worker = undefined;
}
