/** A drawn picture for documents without a thumbnail: a sheet or a folder with the type's name on it. */
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { TypeRegistry } from '../types/registry.ts';

const ink: Readonly<Record<string, string>> = {
  folder: '#6d8aa5',
  pdf: '#a5604a',
  text: '#4f6f96',
  sheet: '#4b7f62',
  image: '#3f7f83',
  media: '#8a5576',
  other: '#7a7874',
};

export function placeholderSvg(session: Session, document: DocumentRow, mimeType: string | null): string {
  const isFolder = session.types.hasFacet(document, 'Folderish');
  return isFolder ? drawn('folder', '') : drawn(kindOf(mimeType), labelOf(mimeType));
}

/** The same for a document type, or for a kind of file from document-icon.ts; undefined for other words. */
export function iconSvg({ types }: TypeRegistry, word: string): string | undefined {
  const type = [...types.values()].find(({ name }) => name.toLowerCase() === word);
  const kind = kindsByWord.get(word) ?? (type && 'other');
  if (kind === undefined) return undefined;
  return kind === 'folder' || type?.facets.includes('Folderish')
    ? drawn('folder', '')
    : drawn(kind, labelOf(word));
}

const kindsByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    folder: 'folder',
    pdf: 'pdf',
    text: 'note text html word xml',
    sheet: 'excel csv',
    image: 'image picture',
    media: 'audio video',
    other: 'file zip powerpoint email unknown',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
);

function drawn(kind: string, label: string): string {
  const shape =
    kind === 'folder'
      ? '<path d="M40 76h58l14 16h104v104H40z"/>'
      : '<path d="M64 28h92l40 40v160H64z"/><path d="M156 28v40h40" fill="none" stroke="#fff" stroke-width="4"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256" fill="${ink[kind]}">${shape}<text x="130" y="160" fill="#fff" font-family="sans-serif" font-size="26" font-weight="600" text-anchor="middle">${label}</text></svg>`;
}

function kindOf(mimeType: string | null): string {
  const type = mimeType ?? '';
  if (type === 'application/pdf') return 'pdf';
  if (/spreadsheet|excel|csv/.test(type)) return 'sheet';
  if (type.startsWith('image/')) return 'image';
  if (/^(audio|video)\//.test(type)) return 'media';
  return /^text\/|word|opendocument\.text/.test(type) ? 'text' : 'other';
}

/** Letters and digits only, as it becomes part of an SVG. */
function labelOf(mimeType: string | null): string {
  const last = (mimeType ?? '').split(/[/.+-]/).at(-1) ?? '';
  return last
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 6)
    .toUpperCase();
}
