/**
 * A document, or a folder with everything readable inside, as a ZIP file.
 * Invariant: bytes are streamed; the ZIP has only what the caller may read; no entry name leads out of its folder.
 */
import { hasPermission } from '../access/access.ts';
import { blobsOf } from '../documents/properties.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { withThumbnail } from './thumbnail-property.ts';
import { exportXml } from './xml-export.ts';
import { safeName, type ZipEntry, zipOf } from './zip.ts';

export function exportZip(session: Session, root: DocumentRow): AsyncGenerator<Uint8Array, void> {
  return zipOf(entries(session, root));
}

async function* entries(session: Session, root: DocumentRow): AsyncGenerator<ZipEntry, void> {
  const isFolder = session.types.hasFacet(root, 'Folderish');
  const documents = isFolder ? session.read.documents.subtree(root.id) : [root];
  for await (const document of documents) {
    if (document.isTrashed || !(await hasPermission(session, document, 'Read'))) continue;
    const folder = folderOf(root, document);
    yield { name: `${folder}document.xml`, bytes: exportXml(session, document) };
    for (const { blob } of blobsOf(session.types, await withThumbnail(session, document))) {
      const content = await session.repository.ports.blobs.open(blob.data);
      const name = safeName(blob.name ?? blob.digest);
      if (content) yield { name: `${folder}${blob.digest.slice(0, 8)}-${name}`, bytes: content.stream() };
    }
  }
}

function folderOf(root: DocumentRow, document: DocumentRow): string {
  const below = (document.path ?? '')
    .slice((root.path ?? '').length)
    .split('/')
    .filter(Boolean);
  return [root.name || 'root', ...below].map((segment) => `${safeName(segment)}/`).join('');
}
