/** Operations that make archives, exports and renditions. */
import { hasPermission } from '#server/core/access/access.ts';
import { titleOf } from '#server/core/documents/documents.ts';
import { filesZip, namedFiles, nameWithEnding, type ZipSource } from '#server/core/files/files-zip.ts';
import { noteAsPdf, render } from '#server/core/files/renditions.ts';
import { exportXml } from '#server/core/files/xml-export.ts';
import { exportZip } from '#server/core/files/zip-export.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';
import { filesOf } from './blob-operations.ts';
import { stored } from './conversion-operations.ts';

const category = 'Conversion';

const createZip = defineOperation({
  id: 'Blob.CreateZip',
  category,
  label: 'Zip',
  description: 'One archive of the input files.',
  params: { filename: optional('string', 'Name of the archive') },
  methods: {
    bloblist: {
      to: 'blob',
      run: ({ session, params }, blobs) =>
        stored(
          session,
          filesZip(session, [{ files: blobs }]),
          params.filename || 'download.zip',
          'application/zip',
        ),
    },
  },
});

const bulkDownload = defineOperation({
  id: 'Blob.BulkDownload',
  category,
  label: 'Bulk Download',
  description:
    'One archive of the files of the input documents; a folder comes with what is inside, a note as PDF.',
  params: {
    filename: optional('string', 'Name of the archive'),
    byTitle: defaulted('boolean', false, 'Each document’s file is called by its title, with its own ending'),
  },
  methods: {
    documents: {
      to: 'blob',
      run: async ({ session, params }, documents) => {
        const sources: ZipSource[] = [];
        for (const document of documents) sources.push(await sourceOf(session, document, params.byTitle));
        const name = params.filename || 'download.zip';
        return stored(session, filesZip(session, sources), name, 'application/zip');
      },
    },
  },
});

async function sourceOf(session: Session, document: DocumentRow, byTitle: boolean): Promise<ZipSource> {
  if (session.types.hasFacet(document, 'Folderish')) return { folder: document };
  const files = byTitle ? namedFiles(session, document) : filesOf(session, document);
  if (files.length > 0) return { files };
  const note = await noteAsPdf(session, document);
  if (!note) return { files };
  return { files: [byTitle ? { ...note, name: nameWithEnding(titleOf(document), note.name) } : note] };
}

const exportIt = defineOperation({
  id: 'Document.Export',
  category: 'Files',
  label: 'Document Export',
  description: 'The input document as XML, or as an archive with its files and everything inside it.',
  params: {
    exportAsTree: defaulted('boolean', false, 'With everything inside'),
    exportAsZip: defaulted('boolean', false, 'As an archive'),
  },
  methods: {
    document: {
      to: 'blob',
      run: async ({ session, params }, document) => {
        if (params.exportAsTree || params.exportAsZip) {
          return stored(
            session,
            exportZip(session, document),
            `${document.name || 'root'}.zip`,
            'application/zip',
          );
        }
        return stored(session, exportXml(session, document), 'document.xml', 'text/xml');
      },
    },
  },
});

const rendition = defineOperation({
  id: 'Document.GetRendition',
  category: 'Files',
  label: 'Gets a document rendition',
  description: 'A rendition of the input document.',
  params: { renditionName: required('string', 'Name of the rendition') },
  methods: {
    eachDocument: {
      to: 'blob',
      run: ({ session, params }, document) => {
        return render(session, document, params.renditionName);
      },
    },
  },
});

const containerRendition = defineOperation({
  id: 'Document.GetContainerRendition',
  category: 'Files',
  label: 'Gets a folder’s default rendition',
  description: 'An archive of the files in the input folder.',
  params: {
    reason: optional('string', 'Why it is taken; kept in the history'),
    limit: defaulted('integer', 100, 'At most so many files'),
    maxDepth: defaulted('integer', 1, 'At most so many folders down'),
  },
  methods: {
    document: {
      to: 'blob',
      run: async ({ session, params: { reason, limit, maxDepth } }, folder) => {
        const blobs: StoredBlob[] = [];
        const depthOf = (path: string | null): number => (path ?? '').split('/').filter(Boolean).length;
        for await (const row of session.read.documents.subtree(folder.id)) {
          if (blobs.length >= limit) break;
          if (row.isTrashed || depthOf(row.path) - depthOf(folder.path) > maxDepth) continue;
          if (await hasPermission(session, row, 'Read')) blobs.push(...filesOf(session, row));
        }
        session.audit({ eventId: 'download', document: folder, comment: reason ?? null });
        const archive = filesZip(session, [{ files: blobs.slice(0, limit) }]);
        return stored(session, archive, `${folder.name || 'root'}.zip`, 'application/zip');
      },
    },
  },
});

export const archiveOperations = [createZip, bulkDownload, exportIt, rendition, containerRendition];
