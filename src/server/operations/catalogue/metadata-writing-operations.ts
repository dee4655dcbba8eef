/** Operations that write metadata into copies of files, which therefore get new digests. */

import { blobAt, blobsOf } from '#server/core/documents/properties.ts';
import { aheadOfChanges } from '#server/core/files/ahead-of-changes.ts';
import { fromBlobValue, storedBlobFrom, toBlobValue } from '#server/core/files/blobs.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { JsonObject } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { changeProperties, requireXpath } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Files';
const ignorePrefix = defaulted('boolean', true, 'Accepted from older clients: names may have a group or not');
const processor = defaulted('string', 'exifTool', 'Accepted from older clients: there is one program');

async function written(session: Session, blob: StoredBlob, metadata: JsonObject): Promise<StoredBlob> {
  const facts = Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, String(value ?? '')]),
  );
  const { blobs, conversion } = session.repository.ports;
  const made = await aheadOfChanges(session, `${blob.key} with ${JSON.stringify(facts)}`, async () => {
    const content = await blobs.open(blob.key);
    if (!content) throw errors.notFound('No blob found');
    const mimeType = blob.mimeType ?? 'application/octet-stream';
    const source = { content, name: blob.name, mimeType, person: session.username };
    return { ...blob, ...(await blobs.write(await conversion.writeMetadata(source, facts))) };
  });
  const stored = storedBlobFrom(made);
  if (!stored) throw errors.notFound('No blob found');
  return stored;
}

const fromContext = defineOperation({
  id: 'Blob.SetMetadataFromContext',
  aliases: ['Binary.WriteMetadataFromContext'],
  category,
  label: 'Write Metadata To Blob From Context',
  description: 'A copy of the input file that states the given facts (title, author, copyright …).',
  params: {
    ignorePrefix,
    processor,
    metadata: required('properties', 'What to write, by names of ExifTool'),
  },
  methods: {
    blob: { to: 'blob', run: ({ session, params }, blob) => written(session, blob, params.metadata) },
  },
});

const fromDocument = defineOperation({
  id: 'Blob.SetMetadataFromDocument',
  aliases: ['Binary.WriteMetadataFromDocument'],
  category,
  label: 'Write Metadata To Binary From Document',
  description: 'Writes the given facts into a file of the input document.',
  params: {
    processor,
    metadata: required('properties', 'What to write, by names of ExifTool'),
    blobXPath: optional('string', 'Xpath of the file; the main file otherwise'),
    ignorePrefix,
    save: defaulted('boolean', true, 'Store the change'),
  },
  methods: {
    document: {
      to: 'document',
      run: async ({ session, params: { metadata, blobXPath, save } }, document) => {
        const xpath =
          blobXPath === undefined
            ? blobsOf(session.types, document)[0]?.xpath
            : requireXpath(session, document, blobXPath);
        const blob = xpath === undefined ? undefined : blobAt(document, xpath);
        if (!xpath || !blob) throw errors.badRequest(`${blobXPath ?? 'The document'} has no file`);
        const own = toBlobValue(await written(session, fromBlobValue(blob), metadata));
        return changeProperties(session, document, { [xpath]: own }, { save, own: [own] });
      },
    },
  },
});

export const metadataWritingOperations = [fromContext, fromDocument];
