/** What a document's file is called on somebody's disk. */
import { extensionOf } from '#web/ui/cut-name.ts';
import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { nameOf } from './kind-word.ts';

/**
 * As the document is called, always with the file's own ending: by that a system chooses what opens it, and a text that
 * came as the next version of "Lease.docx" is no Word document.
 */
export function savedName(document: DocumentEntity, blob: BlobEntity): string {
  const name = diskName(nameOf(document));
  const ending = extensionOf(blob.name ?? '');
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`;
}

/** Disks take these for folders. */
export function diskName(name: string): string {
  return name.replace(/[/\\]/g, '_');
}
