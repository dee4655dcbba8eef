/**
 * The documents being dragged. The transfer cannot be read before the drop, so those of this tab are kept here. Invariant: a
 * folder never accepts itself, its own children, or a folder above it.
 */
import { mayAddTo, mayTry } from '#web/api/document-context.ts';
import { isWithin, type StoredDocument } from '../stored-document.ts';

export const dragType = 'application/x-muniment-documents';

let dragged: readonly StoredDocument[] = [];

export function startDrag(
  documents: readonly StoredDocument[],
  transfer: DataTransfer,
  picture: HTMLElement,
  addresses: readonly string[],
): void {
  dragged = documents;
  transfer.effectAllowed = 'copyMove';
  transfer.setData(dragType, documents.map(({ uid }) => uid).join(','));
  // Another program gets a link, unless use-drag-out.ts adds the file: the file's own address needs a token.
  transfer.setData('text/uri-list', addresses.join('\r\n'));
  transfer.setData('text/plain', documents.map(({ title }) => title).join('\n'));
  document.body.append(picture);
  transfer.setDragImage(picture, 12, 12);
  // By the next frame the browser has drawn it.
  requestAnimationFrame(() => picture.remove());
}

export function endDrag(): void {
  dragged = [];
}

export function draggedDocuments(): readonly StoredDocument[] {
  return dragged;
}

interface DropEvent {
  readonly dataTransfer: DataTransfer | null;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

export function carriesFiles({ dataTransfer }: DropEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Whether the dragged documents may be placed beside this row of the folder they are all in. */
export function isPlacing({ uid, parentRef }: StoredDocument, event: DropEvent): boolean {
  if (event.dataTransfer?.types.includes(dragType) !== true || event.ctrlKey) return false;
  return dragged.length > 0 && dragged.every((one) => one.parentRef === parentRef && one.uid !== uid);
}

export type DropVerb = 'move' | 'copy';

/** Ctrl (Alt on a Mac) copies; null if what is dragged is not documents. */
export function dropVerb(event: DropEvent): DropVerb | null {
  if (dragged.length === 0 || event.dataTransfer?.types.includes(dragType) !== true) return null;
  return event.ctrlKey || event.altKey ? 'copy' : 'move';
}

export interface Refusal {
  /** 'same' is not an error: all documents are in this folder already. */
  readonly why: 'within' | 'same' | 'add' | 'remove';
  /** The first document that is refused. */
  readonly document?: StoredDocument;
}

/** Why the folder refuses the documents; undefined if it takes them. */
export function refusalOf(
  folder: StoredDocument,
  documents: readonly StoredDocument[],
  verb: DropVerb,
): Refusal | undefined {
  const around = documents.find(({ path }) => isWithin(folder.path, path));
  if (around !== undefined) return { why: 'within', document: around };
  if (verb === 'move' && documents.every(({ parentRef }) => parentRef === folder.uid)) return { why: 'same' };
  if (!mayAddTo(folder)) return { why: 'add' };
  const refused = verb === 'move' ? documents.find((one) => !mayTry(one, 'Remove')) : undefined;
  return refused && { why: 'remove', document: refused };
}
