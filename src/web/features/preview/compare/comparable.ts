// The ways in which the contents of two documents can be compared. Their properties are compared elsewhere. Pure.
import { conversionAddress, viewAddress } from '#web/api/blobs.ts';
import { blobOf, propertyOf } from '#web/api/document-context.ts';
import { type ViewerFile, viewerFile } from '#web/documents/viewer-file.ts';
import { type ViewerKind, viewerKind } from '#web/documents/viewer-kind.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { isString } from '#wire/json.ts';

export const fileViews = ['text', 'pages', 'picture'] as const;
export type FileView = (typeof fileViews)[number];

const written: readonly ViewerKind[] = ['text', 'html', 'markdown', 'table'];
const paged: readonly ViewerKind[] = ['pdf', 'as-pdf', 'sheet'];

function kindOf(document: DocumentEntity): ViewerKind {
  const blob = blobOf(document);
  return blob === null || Number(blob.length) === 0 ? 'none' : viewerKind(blob['mime-type'], blob.name);
}

function isNote(document: DocumentEntity): boolean {
  return blobOf(document) === null && isString(propertyOf(document, 'note:note'));
}

function viewsOf(document: DocumentEntity): readonly FileView[] {
  const kind = kindOf(document);
  if (isNote(document) || written.includes(kind)) return ['text'];
  if (paged.includes(kind)) return ['text', 'pages'];
  return kind === 'image' ? ['picture'] : [];
}

/** The ways that both documents support. */
export function comparableViews(one: DocumentEntity, other: DocumentEntity): readonly FileView[] {
  const views = viewsOf(other);
  return viewsOf(one).filter((view) => views.includes(view));
}

/** The text itself, or its address: the server extracts the text of a file with pages. */
export type TextSource =
  | { readonly text: string }
  | { readonly address: string; readonly bytes: number | null };

export function textOf(document: DocumentEntity): TextSource {
  const blob = blobOf(document);
  if (blob === null || document.uid === null) {
    const note = propertyOf(document, 'note:note');
    return { text: isString(note) ? note : '' };
  }
  if (!paged.includes(kindOf(document))) return { address: viewAddress(blob), bytes: Number(blob.length) };
  return {
    bytes: null,
    address: conversionAddress(
      document.uid,
      { type: 'text/plain' },
      'file:content',
      blob.digest ?? document.changeToken,
    ),
  };
}

/** The file for its viewer; null if the document has none. */
export function shownFileOf(document: DocumentEntity): ViewerFile | null {
  const blob = blobOf(document);
  if (blob === null || document.uid === null) return null;
  const file = viewerFile(kindOf(document), document.uid, blob, document);
  // Workbooks are compared by the pages of their PDF.
  return file.asPdf === undefined ? file : { ...file, address: file.asPdf, bytes: null };
}
