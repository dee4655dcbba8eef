/**
 * The life of one line, from its folder to its document. Every step can be repeated: after a pause, a lost
 * connection or a reload the line is run again from the top and finds what is already there.
 */
import { documentTypeFor, type FilingPorts, fileDocument, findOwn, freeName } from './file-document.ts';
import { type FileSource, namedFile, openFile } from './file-source.ts';
import type { Folders } from './folders.ts';
import type { Names } from './names.ts';
import { type SendPorts, sendFile } from './send-file.ts';
import type { UploadItem } from './upload-item.ts';

export interface RunPorts extends FilingPorts, SendPorts {
  readonly folders: Folders;
  readonly names: Names;
}

export interface Run {
  readonly signal: AbortSignal;
  /** The line as it is now. */
  readonly item: () => UploadItem;
  readonly patch: (change: Partial<UploadItem>) => void;
  readonly save: () => Promise<void>;
  readonly onSent: (bytes: number) => void;
  /** Names in the same folder whose turn comes next. */
  readonly next: () => Iterable<string>;
}

export async function runUpload(
  ports: RunPorts,
  source: FileSource,
  { signal, item, patch, save, onSent, next }: Run,
): Promise<void> {
  const { server, folders, names } = ports;
  const { target, steps, name, kind } = item();
  patch({ phase: 'checking', problem: null });
  const folder = await folders.ensure(target, kind === 'folder' ? [...steps, name] : steps);
  signal.throwIfAborted();
  patch({ folderId: folder.id });
  if (kind === 'folder') {
    patch({ phase: 'done', documentId: folder.id });
    return;
  }
  // Before any byte leaves: a folder that takes no files says so at once.
  documentTypeFor(item().mimeType, folder);

  const { attempted, slot } = item();
  if (attempted && !replaces(item())) {
    const ready = slot !== null && (await server.arrived(slot, signal))?.whole === true;
    const own = ready ? null : await findOwn(ports, item(), folder, signal);
    if (own !== null) {
      patch({ phase: 'done', documentId: own.id, sent: item().size });
      return;
    }
  } else if (slot === null) {
    const existing = item().existing ?? (await names.find(folder.id, name, next()));
    signal.throwIfAborted();
    // The person may have decided meanwhile.
    const { decision } = item();
    if (existing !== null && decision === 'skip') {
      patch({ phase: 'skipped' });
      return;
    }
    if (existing !== null && (decision === null || (decision === 'replace' && !existing.mayReplace))) {
      patch({ phase: 'conflict', existing, decision: null });
      return;
    }
    if (existing !== null && decision === 'keep-both') {
      patch({ name: await freeName(server, folder, name, signal), existing: null, decision: null });
    } else {
      patch({ existing });
    }
  }

  const file = await openFile(source, item());
  signal.throwIfAborted();
  patch({ phase: 'sending' });
  const send = () =>
    sendFile(ports, {
      file: namedFile(file, item().name),
      slot: item().slot,
      signal,
      onSlot: (given) => patch({ slot: given }),
      onSent,
    });
  const sent = await send();
  patch({ phase: 'finishing', sent: item().size, attempted: true });
  await save();
  const { id, hasFile } = await fileDocument(ports, item(), folder, sent, signal);
  if (!hasFile) await server.fillFile(id, await send(), signal);
  names.taken(folder.id, item().name);
  patch({ phase: 'done', documentId: id });
}

function replaces({ decision, existing }: UploadItem): boolean {
  return decision === 'replace' && existing !== null;
}
