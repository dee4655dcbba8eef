// The word for the kind of a document: "PDF", "Word", "Folder"; and its shown name. Pure: returns keys of texts.
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { extensionOf } from '#web/ui/cut-name.ts';
import { type FileKind, fileKindOf } from '#web/ui/file-kind.ts';
import type { DocumentEntity } from '#wire/document.ts';

const byMediaType: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf/, 'pdf'],
  [/wordprocessing|msword|opendocument\.text|rtf/, 'word'],
  [/spreadsheet|ms-excel/, 'excel'],
  [/presentation|powerpoint/, 'slides'],
  [/^message\/|outlook/, 'email'],
  [/csv|tab-separated/, 'table'],
  [/markdown/, 'markdown'],
  [/html/, 'html'],
  [/dwg|dxf|step|iges|svg/, 'drawing'],
  [/epub/, 'book'],
  [/zip|tar|7z|rar|compressed/, 'archive'],
  [/^image\//, 'picture'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^font\//, 'font'],
  [/json|xml|yaml/, 'data'],
  [/^text\//, 'text'],
];

/** Key under `kind` in this folder's texts. */
export function kindOfMediaType(mediaType: string): string {
  return byMediaType.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'file';
}

/** Undefined if the document's type says more than its file. */
export function kindOf(document: DocumentEntity): string | undefined {
  const type = isFolderish(document) ? null : (blobOf(document)?.['mime-type'] ?? null);
  return type === null ? undefined : kindOfMediaType(type);
}

export function glyphOf(document: DocumentEntity): FileKind {
  if (document.type === 'Workspace') return 'workspace';
  if (document.type === 'Domain') return 'domain';
  if (isFolderish(document)) return 'folder';
  if (document.facets.includes('Collection')) return 'collection';
  const blob = blobOf(document);
  if (blob === null) return document.type === 'Note' ? 'text' : 'other';
  return fileKindOf(blob['mime-type'], blob.name ?? '');
}

/**
 * The title; if it does not end in a file extension, with that of the document's file; without a title the name in its path. The
 * kind is not read from it: a new file may have been uploaded under the old title.
 */
export function shownName(document: DocumentEntity): string {
  return withVisibleControls(nameOf(document));
}

export function nameOf(document: DocumentEntity): string {
  const { title } = document;
  if (title === '') return document.path?.split('/').at(-1) || '/';
  return extensionOf(title) === '' ? `${title}${extensionOf(blobOf(document)?.name ?? '')}` : title;
}
