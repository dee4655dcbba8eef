/**
 * Sends one file's bytes to the server, a large one in pieces, and continues an interrupted upload.
 * Invariant: the server says which pieces it has; our own record of what was sent is not used.
 */
import { hasStatus } from '#web/api/api-error.ts';
import type { SentFile } from '#web/api/upload.ts';
import type { Batches } from './batches.ts';
import { piecesOf } from './chunks.ts';
import { isPassing } from './problem.ts';
import type { Slot, UploadServer } from './upload-server.ts';

export interface SendFile {
  readonly file: SentFile;
  /** The slot of an earlier attempt. */
  readonly slot: Slot | null;
  readonly signal: AbortSignal;
  /** Called before the first byte is sent, so that the slot can be stored. */
  readonly onSlot: (slot: Slot) => void;
  /** Called with the number of the file's bytes that are on the server or were sent. */
  readonly onSent: (bytes: number) => void;
}

export interface SendPorts {
  readonly server: UploadServer;
  readonly batches: Pick<Batches, 'place' | 'lost'>;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
}

const tries = 4;

/** @returns the slot that has the whole file */
export async function sendFile(ports: SendPorts, send: SendFile): Promise<Slot> {
  const { server, batches } = ports;
  const { file, signal } = send;
  const earlier = send.slot === null ? null : await server.arrived(send.slot, signal);
  if (send.slot !== null && earlier?.whole === true) {
    send.onSent(file.size);
    return send.slot;
  }
  const pieces = piecesOf(file.size);
  if (pieces.length === 1) return sendWhole(ports, send);
  const slot = send.slot !== null && earlier !== null ? send.slot : await batches.place(file.size, signal);
  if (slot !== send.slot) send.onSlot(slot);
  let there: ReadonlySet<number> = earlier?.pieces ?? new Set();
  let sent = pieces.reduce((sum, { index, start, end }) => (there.has(index) ? sum + end - start : sum), 0);
  send.onSent(sent);
  for (const { index, start, end } of pieces) {
    if (there.has(index)) continue;
    const bytes = file.bytes.slice(start, end);
    const onProgress = (part: number) => send.onSent(sent + Math.min(part, end - start));
    await again(ports, signal, async (attempt) => {
      if (attempt > 0) {
        // The piece may have arrived without its answer; the server would refuse a second copy.
        there = (await server.arrived(slot, signal))?.pieces ?? new Set();
        if (there.has(index)) return;
      }
      try {
        await server.sendChunk({ slot, file, signal, onProgress, piece: index, count: pieces.length, bytes });
      } catch (error) {
        // A piece that this tab's predecessor sent may have arrived since we asked; the server refuses a second copy so.
        if (!hasStatus(error, 500)) throw error;
        there = (await server.arrived(slot, signal))?.pieces ?? new Set();
        if (!there.has(index)) throw error;
      }
    });
    sent += end - start;
    send.onSent(sent);
  }
  return slot;
}

async function sendWhole(ports: SendPorts, { file, signal, onSlot, onSent }: SendFile): Promise<Slot> {
  const { server, batches } = ports;
  const sendTo = async (slot: Slot): Promise<Slot> => {
    onSlot(slot);
    await again(ports, signal, () => server.sendWhole({ slot, file, signal, onProgress: onSent }));
    onSent(file.size);
    return slot;
  };
  const slot = await batches.place(file.size, signal);
  try {
    return await sendTo(slot);
  } catch (error) {
    if (!slot.shared || !hasStatus(error, 404)) throw error;
  }
  // The batch was begun long ago by other lines, and the server has deleted it since.
  batches.lost(slot);
  return sendTo(await batches.place(file.size, signal));
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
