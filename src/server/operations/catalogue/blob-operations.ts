/** Operations on files of documents: read, attach, rename, remove. */

import { blobAt, blobsOf, getProperty } from '#server/core/documents/properties.ts';
import { withMimeType } from '#server/core/files/blob-input.ts';
import { fromBlobValue, toBlobValue } from '#server/core/files/blobs.ts';
import { isBlobValue } from '#server/core/kernel/blob-value.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { BlobValue, DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { currentDocument } from '../machinery/current-document.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { changeProperties, listAt, requireXpath } from '../machinery/document-changes.ts';
import { defaulted, required } from '../machinery/parameters.ts';
import { removeAt } from './property-operations.ts';

const category = 'Files';
const mainXpath = 'file:content';
const xpath = defaulted('string', mainXpath, 'Xpath of the file');
const save = defaulted('boolean', true, 'Store the change');

/** In a list property each blob becomes a new item; in others the last blob stays. */
async function putBlobs(
  session: Session,
  document: DocumentRow,
  xpath: string,
  blobs: readonly StoredBlob[],
  isSaved: boolean,
): Promise<DocumentRow> {
  const typed: StoredBlob[] = [];
  for (const blob of blobs) typed.push(await withMimeType(session, blob));
  const own = typed.map(toBlobValue);
  const target = requireXpath(session, document, xpath);
  const property = session.types.property(target);
  if (property?.isList) {
    const field = property.type === 'complex' ? blobFieldIn(session, target) : undefined;
    const items: readonly Json[] = field === undefined ? own : own.map((value) => ({ [field]: value }));
    const withItems = (current: DocumentRow): JsonObject => ({
      [target]: [...listAt(current, target), ...items],
    });
    return changeProperties(session, document, withItems, { save: isSaved, own });
  }
  const last = own.at(-1);
  if (property?.type !== 'blob' || !last) throw errors.badRequest(`${xpath} takes no file`);
  return changeProperties(session, document, { [target]: last }, { save: isSaved, own });
}

/** The field of a list's items that holds a file. */
function blobFieldIn(session: Session, xpath: string): string {
  const parts = session.types.topField(xpath)?.field.fields ?? [];
  const found = parts.find(({ type }) => type === 'blob');
  if (!found) throw errors.badRequest(`${xpath} takes no file`);
  return found.name;
}

const attach = defineOperation({
  id: 'Blob.AttachOnDocument',
  aliases: ['Blob.Attach'],
  category,
  label: 'Attach File',
  description: 'Puts the input file into a document; in a list it becomes one more item. Returns the file.',
  params: { xpath, document: required('document', 'The document'), save },
  methods: {
    blob: {
      to: 'blob',
      run: async ({ session, params }, blob) => {
        await putBlobs(session, params.document, params.xpath, [blob], params.save);
        return blob;
      },
    },
    bloblist: {
      to: 'bloblist',
      run: async ({ session, params }, blobs) => {
        await putBlobs(session, params.document, params.xpath, blobs, params.save);
        return blobs;
      },
    },
  },
});

const set = defineOperation({
  id: 'Document.SetBlob',
  aliases: ['Blob.Set'],
  category,
  label: 'Set File',
  description: 'Puts a file into the input document.',
  params: { xpath, file: required('blob', 'The file'), save },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) =>
        putBlobs(session, document, params.xpath, [params.file], params.save),
    },
  },
});

const rename = defineOperation({
  id: 'Document.SetBlobName',
  aliases: ['Blob.SetFilename'],
  category,
  label: 'Set File Name',
  description: 'Gives a file of the input document another name.',
  params: { name: required('string', 'The new name'), xpath, save },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const xpath = requireXpath(session, document, params.xpath);
        const blob = blobAt(document, xpath);
        if (!blob) throw errors.badRequest(`${params.xpath} has no file`);
        const renamed: BlobValue = { ...blob, name: params.name };
        return changeProperties(
          session,
          document,
          { [xpath]: renamed },
          { save: params.save, own: [renamed] },
        );
      },
    },
  },
});

const remove = defineOperation({
  id: 'Blob.RemoveFromDocument',
  aliases: ['Blob.Remove'],
  category,
  label: 'Remove File',
  description: 'Takes a file out of the input document; of a list, the item that holds it.',
  params: { xpath, save },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const xpath = requireXpath(session, document, params.xpath);
        return removeAt(session, document, xpath.replace(/\/(\d+)\/[^/]+$/, '/$1'), params.save);
      },
    },
  },
});

const get = defineOperation({
  id: 'Document.GetBlob',
  aliases: ['Blob.Get'],
  category,
  label: 'Get File',
  description: 'A file of the input document; else its main file, or an empty one.',
  params: { xpath },
  methods: {
    eachDocument: {
      to: 'blob',
      run: async ({ session, params }, document) => {
        const value = blobAt(document, requireXpath(session, document, params.xpath));
        const [main] = filesOf(session, document);
        // The next operation in a chain expects a file in any case.
        return value ? fromBlobValue(value) : (main ?? (await emptyFile(session, document)));
      },
    },
  },
});

const getAll = defineOperation({
  id: 'Document.GetBlobs',
  aliases: ['Blob.GetAll'],
  category,
  label: 'Get All Files',
  description: 'Every file of the input document, the main one first.',
  params: {},
  methods: {
    eachDocument: {
      to: 'bloblist',
      run: ({ session }, document) => filesOf(session, document),
    },
  },
});

async function emptyFile(session: Session, { name }: DocumentRow): Promise<StoredBlob> {
  const stored = await session.repository.ports.blobs.write(noBytes());
  return { ...stored, name: `${name}.null`, mimeType: 'text/plain', encoding: 'UTF-8' };
}

async function* noBytes(): AsyncGenerator<Uint8Array, void> {}

export function filesOf(session: Session, document: DocumentRow): readonly StoredBlob[] {
  return blobsOf(session.types, document).map(({ blob }) => fromBlobValue(blob));
}

const getByProperty = defineOperation({
  id: 'Document.GetBlobsByProperty',
  aliases: ['Blob.GetList'],
  category,
  label: 'Get Files',
  description: 'The files in a list property of the input document.',
  params: { xpath: defaulted('string', 'files:files', 'Xpath of the list') },
  methods: {
    eachDocument: {
      to: 'bloblist',
      run: ({ session, params }, document) => {
        const value = getProperty(document.properties, requireXpath(session, document, params.xpath));
        return [...blobValuesIn(value)].map(fromBlobValue);
      },
    },
  },
});

function* blobValuesIn(value: Json): Generator<BlobValue> {
  if (isBlobValue(value)) yield value;
  else if (Array.isArray(value)) for (const item of value) yield* blobValuesIn(item);
  else if (isJsonObject(value)) for (const item of Object.values(value)) yield* blobValuesIn(item ?? null);
}

const attachOnCurrent = defineOperation({
  id: 'BlobHolder.AttachOnCurrentDocument',
  aliases: ['BlobHolder.Attach'],
  category,
  label: 'Attach File or files to the currentDocument.',
  description: 'Puts the input files into the document that the context calls `currentDocument`.',
  params: { useMainBlob: defaulted('boolean', true, 'As the main file when there is none yet') },
  methods: {
    bloblist: {
      to: 'document',
      run: async (call, blobs) => {
        const { session, params } = call;
        const document = await currentDocument(call);
        const hasMain = blobAt(document, mainXpath) !== undefined;
        const [first, ...rest] = params.useMainBlob && !hasMain ? blobs : [undefined, ...blobs];
        let changed = first ? await putBlobs(session, document, mainXpath, [first], true) : document;
        if (rest.length > 0) {
          const others = rest.flatMap((blob) => blob ?? []);
          changed = await putBlobs(session, changed, 'files:files', others, true);
        }
        return changed;
      },
    },
  },
});

export const blobOperations = [attach, set, rename, remove, get, getAll, getByProperty, attachOnCurrent];
