/**
 * The life of one line, from its folder to its document. Every step can be repeated: after a pause, a lost
 * connection or a reload the line is run again from the top and finds what is already there.
 */
import { documentTypeFor, type FilingPorts, fileDocument, findOwn, freeName } from './file-document.ts';
import { type FileSource, namedFile, openFile } from './file-source.ts';
import type { Folders } from './folders.ts';
import { sendFile } from './send-file.ts';
import type { UploadItem } from './upload-item.ts';

export interface RunPorts extends FilingPorts {
  readonly folders: Folders;
}

export interface Run {
  readonly signal: AbortSignal;
  /** The line as it is now. */
  readonly item: () => UploadItem;
  readonly patch: (change: Partial<UploadItem>) => void;
  readonly save: () => Promise<void>;
  readonly onSent: (bytes: number) => void;
}

export async function runUpload(
  ports: RunPorts,
  source: FileSource,
  { signal, item, patch, save, onSent }: Run,
): Promise<void> {
  const { server, folders } = ports;
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

  const { attempted, batchId } = item();
  if (attempted && !replaces(item())) {
    const ready = batchId !== null && (await server.arrived(batchId, signal))?.whole === true;
    const own = ready ? null : await findOwn(ports, item(), folder, signal);
    if (own !== null) {
      patch({ phase: 'done', documentId: own.id, sent: item().size });
      return;
    }
  } else if (batchId === null) {
    const existing = item().existing ?? (await server.findFile(folder.id, name, signal));
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
  const batch = await sendFile(ports, {
    file: namedFile(file, item().name),
    batchId: item().batchId,
    signal,
    onBatch: (id) => patch({ batchId: id }),
    onSent,
  });
  patch({ phase: 'finishing', sent: item().size, batchId: batch, attempted: true });
  await save();
  const documentId = await fileDocument(ports, item(), folder, batch, signal);
  patch({ phase: 'done', documentId });
}

function replaces({ decision, existing }: UploadItem): boolean {
  return decision === 'replace' && existing !== null;
}
