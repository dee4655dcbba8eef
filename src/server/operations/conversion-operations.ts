/**
 * Files made of files: conversions, archives (documents.md §8.3).
 * Invariant: nothing is converted while the call holds a writing transaction.
 */
import { hasPermission } from '#server/core/access.ts';
import { convertBlob } from '#server/core/conversions.ts';
import { errors, RepositoryError } from '#server/core/errors.ts';
import type { DocumentRow } from '#server/core/model.ts';
import type { Bytes, ConversionSource, StoredBlob } from '#server/core/ports.ts';
import { render, renditionsOf } from '#server/core/renditions.ts';
import type { Session } from '#server/core/session.ts';
import { exportXml } from '#server/core/xml-export.ts';
import { safeName, type ZipEntry, zipOf } from '#server/core/zip.ts';
import { exportZip } from '#server/core/zip-export.ts';
import type { JsonObject } from '#wire/json.ts';
import { filesOf } from './blob-operations.ts';
import { defineOperation } from './define-operation.ts';
import { defaulted, optional, required } from './parameters.ts';

const category = 'Conversion';
const pdf = 'application/pdf';

/** A converter may take minutes; nobody else could write meanwhile. */
export function requireNotWriting(session: Session): void {
  if (session.isWriting) {
    throw new RepositoryError('conversionFailed', 'Convert first: this call has already changed something');
  }
}

async function convert(session: Session, blob: StoredBlob, type: string): Promise<StoredBlob> {
  if (blob.mimeType === type) return blob;
  requireNotWriting(session);
  return convertBlob(session.repository, blob, { type });
}

const convertIt = defineOperation({
  id: 'Blob.Convert',
  category,
  label: 'Convert to given mime-type',
  description: 'Converts the input file, or the main file of the input document.',
  params: {
    mimeType: optional('string', 'Of the result'),
    converter: optional('string', 'Name of the converter, for older clients'),
  },
  methods: {
    document: {
      to: 'blob',
      run: ({ session, params }, document) => convertAs(session, mainFile(session, document), params),
    },
    eachBlob: { to: 'blob', run: ({ session, params }, blob) => convertAs(session, blob, params) },
  },
});

function convertAs(
  session: Session,
  blob: StoredBlob,
  {
    mimeType,
    converter,
  }: { readonly mimeType?: string | undefined; readonly converter?: string | undefined },
): Promise<StoredBlob> {
  if (mimeType !== undefined) return convert(session, blob, mimeType);
  if (converter === undefined) throw errors.badRequest("'mimeType' parameter must be set");
  requireNotWriting(session);
  return convertBlob(session.repository, blob, { converter });
}

function mainFile(session: Session, document: DocumentRow): StoredBlob {
  const [main] = filesOf(session, document);
  if (!main) throw errors.badRequest(`${document.path ?? document.id} has no file`);
  return main;
}

const toPdf = defineOperation({
  id: 'Blob.ToPDF',
  category,
  label: 'Convert To PDF',
  description: 'Converts the input file, or the main file of the input document, to PDF.',
  params: {},
  methods: {
    document: {
      to: 'blob',
      run: ({ session }, document) => convert(session, mainFile(session, document), pdf),
    },
    eachBlob: { to: 'blob', run: ({ session }, blob) => convert(session, blob, pdf) },
  },
});

const runConverter = defineOperation({
  id: 'Blob.RunConverter',
  category,
  label: 'Convert with a named converter',
  description: 'Runs a converter on the input file.',
  params: {
    converter: required('string', 'Name of the converter'),
    parameters: optional('properties', 'What the converter takes'),
  },
  methods: {
    eachBlob: {
      to: 'blob',
      run: ({ session, params: { converter, parameters = {} } }, blob) => {
        requireNotWriting(session);
        return convertBlob(session.repository, blob, { converter }, texts(parameters));
      },
    },
  },
});

function texts(parameters: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value ?? '')]));
}

const concatenate = defineOperation({
  id: 'Blob.ConcatenatePDFs',
  category,
  label: 'Concatenate PDFs',
  description: 'One PDF file with the pages of all the input files.',
  params: {
    blob_to_append: optional('string', 'Variable with a file whose pages come last'),
    filename: required('string', 'Name of the result'),
  },
  methods: {
    bloblist: {
      to: 'blob',
      run: async ({ session, context, params }, blobs) => {
        requireNotWriting(session);
        const last = params.blob_to_append ? context.get(params.blob_to_append) : undefined;
        const all = [...blobs, ...(last?.kind === 'blob' ? [last.blob] : [])];
        const sources: ConversionSource[] = [];
        for (const blob of all) sources.push(await sourceOf(session, blob));
        const made = await session.repository.ports.conversion.concatenatePdfs(sources);
        return stored(session, made.bytes, params.filename, pdf);
      },
    },
  },
});

async function sourceOf(session: Session, blob: StoredBlob): Promise<ConversionSource> {
  const content = await session.repository.ports.blobs.open(blob.key);
  if (!content) throw errors.notFound('No blob found');
  return { content, name: blob.name, mimeType: blob.mimeType ?? 'application/octet-stream' };
}

const extractPages = defineOperation({
  id: 'PDF.ExtractPages',
  category,
  label: 'PDF: Extract Pages',
  description: 'A PDF file with some pages of the input file.',
  params: {
    fileName: optional('string', 'Name of the result'),
    startPage: required('integer', 'First page, from 1'),
    endPage: required('integer', 'Last page, included'),
  },
  methods: {
    eachBlob: {
      to: 'blob',
      run: async ({ session, params: { fileName, startPage, endPage } }, blob) => {
        requireNotWriting(session);
        const range = { startPage: String(startPage), endPage: String(endPage) };
        const made = await convertBlob(session.repository, blob, { converter: 'pdfExtractPages' }, range);
        return fileName ? { ...made, name: fileName } : made;
      },
    },
  },
});

export async function stored(
  session: Session,
  bytes: Bytes,
  name: string,
  mimeType: string,
): Promise<StoredBlob> {
  return { ...(await session.repository.ports.blobs.write(bytes)), name, mimeType, encoding: null };
}

// --------------------------------------------------------------------------------------------- archives

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
          zipOf(zipEntries(session, blobs)),
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
  description: 'One archive of the files of the input documents; a folder comes with what is inside.',
  params: { filename: optional('string', 'Name of the archive') },
  methods: {
    documents: {
      to: 'blob',
      run: async ({ session, params }, documents) => {
        const blobs: StoredBlob[] = [];
        for (const document of documents) {
          const isFolder = session.types.hasFacet(document, 'Folderish');
          blobs.push(
            ...(isFolder
              ? [
                  await stored(
                    session,
                    exportZip(session, document),
                    `${document.name}.zip`,
                    'application/zip',
                  ),
                ]
              : filesOf(session, document)),
          );
        }
        const name = params.filename || 'download.zip';
        return stored(session, zipOf(zipEntries(session, blobs)), name, 'application/zip');
      },
    },
  },
});

/** Equal names are told apart by a number. */
async function* zipEntries(session: Session, blobs: readonly StoredBlob[]): AsyncGenerator<ZipEntry, void> {
  const seen = new Map<string, number>();
  for (const blob of blobs) {
    const content = await session.repository.ports.blobs.open(blob.key);
    if (!content) continue;
    const name = safeName(blob.name ?? blob.digest);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    yield { name: times === 0 ? name : `${times}-${name}`, bytes: content.stream() };
  }
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
        return stored(session, bytesOf(await exportXml(session, document)), 'document.xml', 'text/xml');
      },
    },
  },
});

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}

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
        requireNotWriting(session);
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
        const entries = zipEntries(session, blobs.slice(0, limit));
        return stored(session, zipOf(entries), `${folder.name || 'root'}.zip`, 'application/zip');
      },
    },
  },
});

const view = defineOperation({
  id: 'Picture.GetView',
  aliases: ['Picture.getView'],
  category: 'Files',
  label: 'Get image view',
  description: 'A picture’s view; nothing when there is none of this name.',
  params: { viewName: defaulted('string', 'Original', 'Name of the view') },
  methods: {
    document: {
      to: 'blob',
      run: ({ session, params: { viewName } }, document) => {
        if (viewName === 'Original') return filesOf(session, document)[0];
        requireNotWriting(session);
        const isThere = renditionsOf(session, document).some(({ name }) => name === viewName);
        return isThere ? render(session, document, viewName) : undefined;
      },
    },
  },
});

const resize = defineOperation({
  id: 'Picture.Resize',
  aliases: ['Picture.resize'],
  category: 'Files',
  label: 'Resize a picture',
  description: 'The input picture, made to fit a box.',
  params: {
    maxWidth: required('integer', 'Pixels; 0 for any'),
    maxHeight: required('integer', 'Pixels; 0 for any'),
  },
  methods: {
    document: {
      to: 'blob',
      run: ({ session, params }, document) => resized(session, mainFile(session, document), params),
    },
    blob: { to: 'blob', run: ({ session, params }, blob) => resized(session, blob, params) },
  },
});

function resized(
  session: Session,
  blob: StoredBlob,
  { maxWidth, maxHeight }: { readonly maxWidth: number; readonly maxHeight: number },
): Promise<StoredBlob> {
  requireNotWriting(session);
  const box = Object.entries({ width: maxWidth, height: maxHeight })
    .filter(([, size]) => size > 0)
    .map(([name, size]) => [name, String(size)]);
  return convertBlob(session.repository, blob, { converter: 'pictureResize' }, Object.fromEntries(box));
}

export const conversionOperations = [
  convertIt,
  toPdf,
  runConverter,
  concatenate,
  extractPages,
  createZip,
  bulkDownload,
  exportIt,
  rendition,
  containerRendition,
  view,
  resize,
];
