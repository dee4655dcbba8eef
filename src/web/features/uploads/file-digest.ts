/**
 * The MD5 of a file, worked out beside the page. Null where it cannot be: then nobody is asked about the file.
 * The worker ends when it has had nothing to do for a while.
 */
import { trustOwnScripts } from '#web/own-scripts.ts';
import type { DigestAnswer, DigestRequest } from './digest-protocol.ts';

const idleMs = 10_000;
let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, (digest: string | null) => void>();

export function digestOfFile(file: Blob): Promise<string | null> {
  const running = started();
  lastId += 1;
  const id = lastId;
  clearTimeout(idle);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    running.postMessage({ id, file } satisfies DigestRequest);
  });
}

function started(): Worker {
  if (worker !== undefined) return worker;
  trustOwnScripts();
  worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<DigestAnswer>) => answer(data);
  // Its code did not come, or the browser has none of it.
  worker.onerror = () => {
    for (const id of waiting.keys()) answer({ id, digest: null });
    end();
  };
  return worker;
}

function answer({ id, digest }: DigestAnswer): void {
  waiting.get(id)?.(digest);
  waiting.delete(id);
  if (waiting.size === 0) idle = setTimeout(end, idleMs);
}

function end(): void {
  clearTimeout(idle);
  worker?.terminate();
  worker = undefined;
}
