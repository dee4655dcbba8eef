/**
 * Operations that convert files.
 * Invariant: no conversion runs while the call has a writing transaction (core/files/conversions.ts).
 */
import { aheadOfChanges } from '#server/core/files/ahead-of-changes.ts';
import { storedBlobFrom } from '#server/core/files/blobs.ts';
import { convertIn } from '#server/core/files/conversions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Bytes, ConversionSource } from '#server/core/kernel/ports.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { JsonObject } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { optional, required } from '../machinery/parameters.ts';
import { filesOf } from './blob-operations.ts';

const category = 'Conversion';
const pdf = 'application/pdf';

async function convert(session: Session, blob: StoredBlob, type: string): Promise<StoredBlob> {
  if (blob.mimeType === type) return blob;
  return convertIn(session, blob, { type });
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
  return convertIn(session, blob, { converter });
}

export function mainFile(session: Session, document: DocumentRow): StoredBlob {
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
        return convertIn(session, blob, { converter }, texts(parameters));
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
        const last = params.blob_to_append ? context.get(params.blob_to_append) : undefined;
        const all = [...blobs, ...(last?.kind === 'blob' ? [last.blob] : [])];
        const key = `join ${JSON.stringify([params.filename, ...all.map((blob) => blob.key)])}`;
        const made = await aheadOfChanges(session, key, async () => {
          const sources: ConversionSource[] = [];
          for (const blob of all) {
            if (blob.mimeType !== pdf) throw errors.badRequest(`Blob ${blob.name} is not a PDF.`);
            sources.push(await sourceOf(session, blob));
          }
          const { bytes } = await session.repository.ports.conversion.concatenatePdfs(sources);
          return { ...(await stored(session, bytes, params.filename, pdf)) };
        });
        return storedBlobFrom(made);
      },
    },
  },
});

async function sourceOf(session: Session, blob: StoredBlob): Promise<ConversionSource> {
  const content = await session.repository.ports.blobs.open(blob.key);
  if (!content) throw errors.notFound('No blob found');
  const mimeType = blob.mimeType ?? 'application/octet-stream';
  return { content, name: blob.name, mimeType, person: session.username };
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
        const range = { startPage: String(startPage), endPage: String(endPage) };
        const made = await convertIn(session, blob, { converter: 'pdfExtractPages' }, range);
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

export const conversionOperations = [convertIt, toPdf, runConverter, concatenate, extractPages];
