/** Where a line's bytes come from: a file given on this visit, or a handle that outlives a reload (Chromium). */
import type { SentFile } from '#web/api/upload.ts';
import { type ReadFile, readWhole } from './digest-protocol.ts';
import { UploadRefusal } from './problem.ts';

export interface FileSource {
  readonly file: File | null;
  /** The dropped file or folder that the file is in. */
  readonly root: Root | null;
  /** Names from the root to the file, as on disk. */
  readonly path: readonly string[];
}

export interface Root {
  readonly id: string;
  readonly handle: FileSystemHandle;
}

export const noSource: FileSource = { file: null, root: null, path: [] };

/** A file in a drop or a picker. */
export interface FoundFile extends FileSource {
  readonly kind: 'file';
  readonly steps: readonly string[];
  readonly file: File;
}

/** An empty folder; other folders are created with their files. */
export interface FoundFolder {
  readonly kind: 'folder';
  readonly steps: readonly string[];
  readonly name: string;
}

/** Something that exists but that the browser may not open. */
export interface FoundUnreadable {
  readonly kind: 'unreadable';
  readonly steps: readonly string[];
  readonly name: string;
}

export type Found = FoundFile | FoundFolder | FoundUnreadable;

/** The content of small files that the worker has read, until they are sent. */
const readAhead = new WeakMap<Blob, ReadFile>();

export function rememberBytes(file: Blob, read: ReadFile): void {
  readAhead.set(file, read);
}

/** True if the browser lets us read it again only after a click. */
export function isToBeAsked({ file, root }: FileSource): boolean {
  return file === null && root !== null;
}

/** Asks for permission to read files dropped on an earlier visit. Browsers allow that only within a click. */
export async function askToRead(sources: Iterable<FileSource>): Promise<void> {
  const roots = new Map<string, FileSystemHandle>();
  for (const source of sources)
    if (isToBeAsked(source) && source.root !== null) roots.set(source.root.id, source.root.handle);
  for (const handle of roots.values()) {
    // A refusal is shown at each of the lines.
    await handle.requestPermission?.({ mode: 'read' }).catch(() => undefined);
  }
}

/**
 * Opens the file if it is unchanged since it was given.
 * @throws UploadRefusal if it cannot be read or has changed
 */
export async function openFile(
  source: FileSource,
  expected: { readonly size: number; readonly lastModified: number },
): Promise<SentFile> {
  const file = source.file ?? (await fromRoot(source).catch(() => null));
  if (file === null) throw new UploadRefusal('unreadable');
  if (expected.size <= readWhole) return wholeFile(file, expected);
  // Try to read it now: while it is being sent, a missing file would look like a lost connection.
  if ((await bytesOf(file.slice(0, 1))) === undefined) throw new UploadRefusal('unreadable');
  if (file.size !== expected.size || file.lastModified !== expected.lastModified)
    throw new UploadRefusal('changed');
  return { name: file.name, type: file.type, size: expected.size, bytes: file };
}

async function wholeFile(
  file: File,
  expected: { readonly size: number; readonly lastModified: number },
): Promise<SentFile> {
  const ahead = readAhead.get(file);
  readAhead.delete(file);
  const bytes = ahead?.bytes ?? (await bytesOf(file));
  if (bytes === undefined) throw new UploadRefusal('unreadable');
  const { lastModified } = ahead ?? file;
  if (bytes.byteLength !== expected.size || lastModified !== expected.lastModified)
    throw new UploadRefusal('changed');
  return { name: file.name, type: file.type, size: expected.size, bytes };
}

function bytesOf(blob: Blob): Promise<ArrayBuffer | undefined> {
  return blob.arrayBuffer().catch(() => undefined);
}

async function fromRoot({ root, path }: FileSource): Promise<File | null> {
  let handle = root?.handle ?? null;
  for (const [index, name] of path.entries()) {
    if (handle === null || !isDirectory(handle)) return null;
    const isLast = index === path.length - 1;
    handle = await (isLast ? handle.getFileHandle(name) : handle.getDirectoryHandle(name));
  }
  return handle !== null && isFile(handle) ? handle.getFile() : null;
}

function isDirectory(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}
