/** The file name under which a document is saved to the disk. */
import { extensionOf } from '#web/ui/cut-name.ts';
import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { nameOf } from './kind-word.ts';

/**
 * The document's name, always with the extension of its file: the system chooses a program by it, and a text uploaded as the next
 * version of "Lease.docx" is not a Word document.
 */
export function savedName(document: DocumentEntity, blob: BlobEntity): string {
  const name = diskName(nameOf(document));
  const ending = extensionOf(blob.name ?? '');
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`;
}

/** Replaces slashes, which a disk would take for folders. */
export function diskName(name: string): string {
  return name.replace(/[/\\]/g, '_');
}
