/**
 * The life of one line, from its folder to its document. Every step can be repeated: after a pause, a lost
 * connection or a reload the line is run again from the top and finds what is already there.
 */
import { documentTypeFor, type FilingPorts, fileDocument, findOwn, freeName } from './file-document.ts';
import { type FileSource, namedFile } from './file-source.ts';
import type { Folders } from './folders.ts';
import { UploadRefusal } from './problem.ts';
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
  source: FileSource | undefined,
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

  const { attempted, decision, batchId } = item();
  if (attempted && decision?.kind !== 'replace') {
    const ready = batchId !== null && (await server.arrived(batchId, signal))?.whole === true;
    const own = ready ? null : await findOwn(ports, item(), folder, signal);
    if (own !== null) {
      patch({ phase: 'done', documentId: own.id, sent: item().size });
      return;
    }
  } else if (decision?.kind === 'keep-both') {
    patch({ name: await freeName(server, folder, name, signal), decision: null });
  } else if (decision === null && batchId === null) {
    const existing = await server.findFile(folder.id, name, signal);
    if (existing !== null) {
      patch({ phase: 'conflict', existing });
      return;
    }
  }

  const file = await openSource(source, item());
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

async function openSource(source: FileSource | undefined, item: UploadItem): Promise<File> {
  const file = source?.file ?? (await source?.handle?.getFile().catch(() => null)) ?? null;
  if (file === null) throw new UploadRefusal('unreadable');
  if (file.size !== item.size || file.lastModified !== item.lastModified) throw new UploadRefusal('changed');
  return file;
}
