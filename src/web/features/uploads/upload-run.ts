/**
 * Runs one line, from its folder to its document. Every step can be repeated: after a pause, a lost connection or a reload
 * the line runs again from the start and finds what exists already.
 */
import { documentTypeFor, type FilingPorts, fileDocument, findOwn, freeName } from './file-document.ts';
import { type FileSource, openFile } from './file-source.ts';
import type { Folders } from './folders.ts';
import type { Names } from './names.ts';
import type { Candidate, SameFiles } from './same-files.ts';
import { type SendPorts, sendFile } from './send-file.ts';
import type { UploadItem } from './upload-item.ts';
import type { Slot } from './upload-server.ts';

export interface RunPorts extends FilingPorts, SendPorts {
  readonly folders: Folders;
  readonly names: Names;
  readonly sames: SameFiles;
}

export interface Run {
  readonly signal: AbortSignal;
  /** Returns the line's current state. */
  readonly item: () => UploadItem;
  readonly patch: (change: Partial<UploadItem>) => void;
  readonly save: () => Promise<void>;
  readonly onSent: (bytes: number) => void;
  /** Names in the same folder that will be looked up next. */
  readonly next: () => readonly string[];
  /** Files of any folder that will be checked next. */
  readonly nextFiles: () => Iterable<Candidate>;
  /** While the form for details is open no document is created. */
  readonly isDescribing: () => boolean;
}

export async function runUpload(ports: RunPorts, source: FileSource, run: Run): Promise<void> {
  const { signal, item, patch, save, onSent, next } = run;
  const { server, folders, names } = ports;
  const { target, steps, name, kind, purpose } = item();
  patch({ phase: 'checking', problem: null });
  if (purpose !== 'document') {
    await addToDocument(ports, source, run, purpose);
    return;
  }
  const folder = await folders.ensure(target, kind === 'folder' ? [...steps, name] : steps);
  signal.throwIfAborted();
  patch({ folderId: folder.id });
  if (kind === 'folder') {
    patch({ phase: 'done', documentId: folder.id });
    return;
  }
  // Checked before a byte is sent: throws if the folder allows no files.
  documentTypeFor(item().mimeType, folder);

  const { attempted, slot } = item();
  /** The slot with the bytes of an earlier attempt: they are not read again, as the file may no longer be accessible. */
  let ready: Slot | null = null;
  if (attempted && !replaces(item())) {
    ready = slot !== null && (await server.arrived(slot, signal))?.whole === true ? slot : null;
    const own = ready === null ? await findOwn(ports, item(), folder, signal) : null;
    if (own !== null) {
      patch({ phase: 'done', documentId: own.id, sent: item().size });
      return;
    }
  } else if (slot === null) {
    const existing = item().existing ?? (await names.find(folder.id, name, next()));
    signal.throwIfAborted();
    // Read it again: the person may have decided meanwhile.
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

  const opened = ready === null ? await openFile(source, item()) : null;
  signal.throwIfAborted();
  if (opened !== null && item().slot === null && !attempted && !replaces(item())) {
    const goesOn = await asFiledElsewhere(ports, run, source.file ?? new Blob([opened.bytes]), folder.id);
    if (!goesOn) return;
  }
  const send = async () => {
    const file = opened ?? (await openFile(source, item()));
    patch({ phase: 'sending' });
    return sendFile(ports, {
      file: { ...file, name: item().name },
      slot: item().slot,
      signal,
      onSlot: (given) => patch({ slot: given }),
      onSent,
    });
  };
  const sent = ready ?? (await send());
  if (run.isDescribing()) {
    patch({ phase: 'described', sent: item().size });
    return;
  }
  patch({ phase: 'finishing', sent: item().size, attempted: true });
  await save();
  const { id, hasFile } = await fileDocument(ports, item(), folder, sent, signal);
  if (!hasFile) await server.fillFile(id, await send(), signal);
  names.taken(folder.id, item().name);
  patch({ phase: 'done', documentId: id });
}

/** Asks the person if another document has the same bytes. @returns whether the line goes on as usual */
async function asFiledElsewhere(
  { server, sames }: RunPorts,
  { signal, item, patch, nextFiles }: Run,
  file: Blob,
  folderId: string,
): Promise<boolean> {
  if (item().sameDecision === 'keep-both') return true;
  const { id, size } = item();
  const same = item().same ?? (await sames.find({ id, size, file }, nextFiles, signal));
  if (same === null) return true;
  const { sameDecision } = item();
  switch (sameDecision) {
    case 'keep-both':
      return true;
    case 'skip':
      patch({ phase: 'skipped', same });
      return false;
    case 'link':
      patch({ phase: 'finishing', same });
      patch({ phase: 'done', documentId: await server.link(same.id, folderId, signal) });
      return false;
    case 'version':
      if (same.mayReplace) {
        const { id: existing, title, mayReplace } = same;
        patch({
          decision: 'replace',
          same,
          existing: { id: existing, title, size, modified: null, mayReplace },
        });
        return true;
      }
      break;
    default:
  }
  patch({ phase: 'duplicate', same, sameDecision: null });
  return false;
}

/** Makes the file the content of a document, whose old content is kept as a version, or one of its attachments. */
async function addToDocument(
  ports: RunPorts,
  source: FileSource,
  { signal, item, patch, save, onSent }: Run,
  purpose: 'version' | 'attachment',
): Promise<void> {
  const { server } = ports;
  const { target, name, size, attempted, decision } = item();
  patch({ folderId: target.id });
  const isNew = purpose === 'attachment' && item().slot === null && decision !== 'keep-both';
  if ((attempted || isNew) && (await server.holdsFile(target.id, purpose, { name, size }, signal))) {
    const existing = { id: target.id, title: name, size, modified: null, mayReplace: false };
    if (attempted) patch({ phase: 'done', documentId: target.id, sent: size });
    else if (item().decision === 'skip') patch({ phase: 'skipped' });
    else patch({ phase: 'conflict', existing, decision: null });
    return;
  }
  const file = await openFile(source, item());
  signal.throwIfAborted();
  patch({ phase: 'sending' });
  const sent = await sendFile(ports, {
    file: { ...file, name },
    slot: item().slot,
    signal,
    onSlot: (given) => patch({ slot: given }),
    onSent,
  });
  patch({ phase: 'finishing', sent: size, attempted: true });
  await save();
  if (purpose === 'version') await server.replaceFile(target.id, sent, signal, target.edition);
  else await server.attachFile(target.id, sent, signal);
  patch({ phase: 'done', documentId: target.id });
}

function replaces({ decision, existing }: UploadItem): boolean {
  return decision === 'replace' && existing !== null;
}
