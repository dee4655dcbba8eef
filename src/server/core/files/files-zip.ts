/**
 * The files of documents as a ZIP file, laid out as on a disk: folders are folders, with all readable documents inside.
 * Invariant: bytes are streamed; the ZIP has only what the caller may read; names in a folder are unique.
 */
import { hasPermission } from '../access/access.ts';
import { titleOf } from '../documents/documents.ts';
import { blobsOf } from '../documents/properties.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { fromBlobValue } from './blobs.ts';
import { safeName, type ZipEntry, zipOf } from './zip.ts';

export type ZipSource = { readonly files: readonly StoredBlob[] } | { readonly folder: DocumentRow };

export function filesZip(session: Session, sources: readonly ZipSource[]): AsyncGenerator<Uint8Array, void> {
  return zipOf(entriesOf(session, sources));
}

type FreePath = (folder: string, name: string) => string;

async function* entriesOf(session: Session, sources: readonly ZipSource[]): AsyncGenerator<ZipEntry, void> {
  const free = freePaths();
  for (const source of sources) {
    if ('folder' in source) yield* entriesOfFolder(session, source.folder, free);
    else yield* entriesOfFiles(session, source.files, '', free);
  }
}

async function* entriesOfFolder(
  session: Session,
  root: DocumentRow,
  free: FreePath,
): AsyncGenerator<ZipEntry, void> {
  // Paths of folders in the ZIP, by id.
  const paths = new Map<string, string>();
  for await (const document of session.read.documents.subtree(root.id)) {
    if (document.isTrashed || !(await hasPermission(session, document, 'Read'))) continue;
    // Below a folder that may not be read, it is put at the top.
    const above = paths.get(document.parentId ?? '') ?? paths.get(root.id) ?? '';
    if (session.types.hasFacet(document, 'Folderish')) {
      const path = `${free(above, titleOf(document) || 'root')}/`;
      paths.set(document.id, path);
      yield { name: path, bytes: textBytes('') };
    }
    const files = namedFiles(session, document);
    const inside = paths.get(document.id) ?? above;
    yield* entriesOfFiles(session, files, inside, free);
    const { 'note:note': note } = document.properties;
    if (files.length === 0 && typeof note === 'string' && note !== '')
      yield { name: free(inside, `${titleOf(document)}.txt`), bytes: textBytes(note) };
  }
}

/** The main file is named after the document, with its own extension; other files keep their names. */
export function namedFiles(session: Session, document: DocumentRow): readonly StoredBlob[] {
  return blobsOf(session.types, document).map(({ xpath, blob }) => {
    const file = fromBlobValue(blob);
    return xpath === 'file:content' ? { ...file, name: nameWithEnding(titleOf(document), file.name) } : file;
  });
}

/** An extension contains a letter: "Plan 4.1" has none. */
const ending = /(?<=.)\.(?=\d*\p{L})[\p{L}\d]{1,8}$/u;

export function nameWithEnding(title: string, fileName: string | null): string {
  const end = ending.exec(fileName ?? '')?.[0] ?? '';
  return title.toLowerCase().endsWith(end.toLowerCase()) ? title : `${title}${end}`;
}

async function* entriesOfFiles(
  session: Session,
  files: readonly StoredBlob[],
  folder: string,
  free: FreePath,
): AsyncGenerator<ZipEntry, void> {
  for (const file of files) {
    const content = await session.repository.ports.blobs.open(file.key);
    if (content) yield { name: free(folder, file.name ?? file.digest), bytes: content.stream() };
  }
}

/** Equal names get a number; case does not count, as on many disks. */
function freePaths(): FreePath {
  const nextNumbers = new Map<string, number>();
  return (folder, wanted) => {
    const name = safeName(wanted) || '-';
    const key = `${folder}${name}`.toLowerCase();
    for (let number = nextNumbers.get(key) ?? 0; ; number += 1) {
      const path = `${folder}${number === 0 ? name : `${number}-${name}`}`;
      if (number > 0 && nextNumbers.has(path.toLowerCase())) continue;
      nextNumbers.set(key, number + 1);
      if (number > 0) nextNumbers.set(path.toLowerCase(), 1);
      return path;
    }
  };
}

async function* textBytes(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}
