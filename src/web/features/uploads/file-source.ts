/** Where a line's bytes come from: a file given on this visit, or a handle that outlives a reload (Chromium). */
import type { SentFile } from '#web/api/upload.ts';
import { type ReadFile, readWhole } from './digest-protocol.ts';
import { UploadRefusal } from './problem.ts';

export interface FileSource {
  readonly file: File | null;
  /** What was dropped, which holds the file or is it. */
  readonly root: Root | null;
  /** Names from the root to the file, as the disk spells them. */
  readonly path: readonly string[];
}

export interface Root {
  readonly id: string;
  readonly handle: FileSystemHandle;
}

export const noSource: FileSource = { file: null, root: null, path: [] };

/** What was found in a drop or a picker. */
export interface FoundFile extends FileSource {
  readonly kind: 'file';
  readonly steps: readonly string[];
  readonly file: File;
}

/** An empty folder: folders that hold something come with their files. */
export interface FoundFolder {
  readonly kind: 'folder';
  readonly steps: readonly string[];
  readonly name: string;
}

/** It is there, and the browser may not open it. */
export interface FoundUnreadable {
  readonly kind: 'unreadable';
  readonly steps: readonly string[];
  readonly name: string;
}

export type Found = FoundFile | FoundFolder | FoundUnreadable;

/** Small files that were read beside the page, until their turn comes. */
const readAhead = new WeakMap<Blob, ReadFile>();

export function keepRead(file: Blob, read: ReadFile): void {
  readAhead.set(file, read);
}

/** The browser lets us read it again only after a person's click. */
export function isToBeAsked({ file, root }: FileSource): boolean {
  return file === null && root !== null;
}

/** Asks the person to let us read what they dropped on an earlier visit. Browsers allow that in a click only. */
export async function askToRead(sources: Iterable<FileSource>): Promise<void> {
  const roots = new Map<string, FileSystemHandle>();
  for (const source of sources)
    if (isToBeAsked(source) && source.root !== null) roots.set(source.root.id, source.root.handle);
  for (const handle of roots.values()) {
    // A refusal shows at each of the lines.
    await handle.requestPermission?.({ mode: 'read' }).catch(() => undefined);
  }
}

/** The file as it was when it was given, or a refusal that says why not. */
export async function openFile(
  source: FileSource,
  expected: { readonly size: number; readonly lastModified: number },
): Promise<SentFile> {
  const file = source.file ?? (await fromRoot(source).catch(() => null));
  if (file === null) throw new UploadRefusal('unreadable');
  if (expected.size <= readWhole) return wholeFile(file, expected);
  // A file that went away would look like a lost connection once it is being sent.
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
