/**
 * Brings one file's bytes to the server, in pieces when it is large, and goes on where it was.
 * Invariant: what the server says it has is believed, not what we remember having sent.
 */
import { piecesOf } from './chunks.ts';
import { isPassing } from './problem.ts';
import type { UploadServer } from './upload-server.ts';

export interface SendFile {
  readonly file: File;
  /** From an earlier attempt. */
  readonly batchId: string | null;
  readonly signal: AbortSignal;
  /** Told before the first byte leaves, so that it can be remembered. */
  readonly onBatch: (batchId: string) => void;
  /** Bytes of the file that are on the server or have left for it. */
  readonly onSent: (bytes: number) => void;
}

export interface SendPorts {
  readonly server: UploadServer;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
}

const tries = 4;

/** @returns the batch that holds the whole file */
export async function sendFile(ports: SendPorts, send: SendFile): Promise<string> {
  const { server } = ports;
  const { file, signal } = send;
  const earlier = send.batchId === null ? null : await server.arrived(send.batchId, signal);
  if (send.batchId !== null && earlier?.whole === true) {
    send.onSent(file.size);
    return send.batchId;
  }
  const pieces = piecesOf(file.size);
  const resumable = earlier !== null && pieces.length > 1;
  const batchId = resumable && send.batchId !== null ? send.batchId : await server.createBatch(signal);
  if (batchId !== send.batchId) send.onBatch(batchId);
  if (pieces.length === 1) {
    await again(ports, signal, () => server.sendWhole({ batchId, file, signal, onProgress: send.onSent }));
    send.onSent(file.size);
    return batchId;
  }
  let there: ReadonlySet<number> = resumable ? earlier.pieces : new Set();
  let sent = pieces.reduce((sum, { index, start, end }) => (there.has(index) ? sum + end - start : sum), 0);
  send.onSent(sent);
  for (const { index, start, end } of pieces) {
    if (there.has(index)) continue;
    const bytes = file.slice(start, end);
    const onProgress = (part: number) => send.onSent(sent + Math.min(part, bytes.size));
    await again(ports, signal, async (attempt) => {
      if (attempt > 0) {
        // The piece may have arrived although its answer did not; a second copy would be refused.
        there = (await server.arrived(batchId, signal))?.pieces ?? new Set();
        if (there.has(index)) return;
      }
      await server.sendChunk({ batchId, file, signal, onProgress, index, count: pieces.length, bytes });
    });
    sent += bytes.size;
    send.onSent(sent);
  }
  return batchId;
}

async function again(
  { wait }: SendPorts,
  signal: AbortSignal,
  work: (attempt: number) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (signal.aborted || attempt + 1 >= tries || !isPassing(error)) throw error;
    }
    await wait(attempt, signal);
  }
}
