/** Operations that read metadata from files, and make pictures of them. */

import { updateDocument } from '#server/core/documents/documents.ts';
import { blobAt, readProperties } from '#server/core/documents/properties.ts';
import { aheadOfChanges } from '#server/core/files/ahead-of-changes.ts';
import { fromBlobValue } from '#server/core/files/blobs.ts';
import { thumbnail } from '#server/core/files/renditions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { type Call, defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Files';
const ignorePrefix = defaulted('boolean', true, 'Names without their group');
const processor = defaulted('string', 'exifTool', 'Accepted from older clients: files are read in one way');

async function metadataOf(session: Session, blob: StoredBlob): Promise<JsonObject> {
  const facts = await aheadOfChanges(session, `${blob.key} metadata`, async () => {
    const content = await session.repository.ports.blobs.open(blob.key);
    if (!content) throw errors.notFound('No blob found');
    return session.repository.ports.conversion.metadata({
      content,
      name: blob.name,
      mimeType: blob.mimeType ?? 'application/octet-stream',
      person: session.username,
    });
  });
  return facts ?? {};
}

/** Names of groups become prefixes, or are left out. */
function flat(metadata: JsonObject, ignoresPrefix: boolean, prefix = ''): Record<string, Json> {
  const all: Record<string, Json> = {};
  for (const [name, value] of Object.entries(metadata)) {
    const key = ignoresPrefix || prefix === '' ? name : `${prefix}:${name}`;
    if (isJsonObject(value)) Object.assign(all, flat(value, ignoresPrefix, name));
    else all[key] = value ?? null;
  }
  return all;
}

const read = defineOperation({
  id: 'Blob.ReadMetadata',
  aliases: ['Binary.ReadMetadata'],
  category,
  label: 'Read Metadata From binary',
  description: 'Size, dates, camera … as the input file states them.',
  params: { ignorePrefix },
  methods: {
    blob: {
      to: 'map',
      run: async ({ session, params }, blob) => flat(await metadataOf(session, blob), params.ignorePrefix),
    },
  },
});

const intoContext = defineOperation({
  id: 'Context.SetMetadataFromBlob',
  aliases: ['Context.ReadMetadataFromBinary'],
  category: 'Execution Context',
  label: 'Read Metadata From a Blob to Context',
  description: 'Puts what the input file states about itself into variables.',
  params: {
    ignorePrefix,
    processor,
    metadata: optional('stringlist', 'Only these'),
  },
  methods: {
    blob: {
      to: 'void',
      run: async ({ session, context, params }, blob) => {
        const found = flat(await metadataOf(session, blob), params.ignorePrefix);
        for (const [name, value] of Object.entries(found)) {
          if (!params.metadata || params.metadata.includes(name)) context.setJson(name, value);
        }
      },
    },
  },
});

const byMapping = defineOperation({
  id: 'Document.SetMetadataFromBlob',
  aliases: ['Document.TriggerMetadataMapping'],
  category,
  label: 'Set Metadata from a Blob',
  description:
    'Puts what a file of the input document states about itself into its properties, by a named mapping.',
  params: {
    processor,
    metadataMappingId: required('string', 'Name of the mapping, from the configuration folder'),
    save: defaulted('boolean', true, 'Store the change'),
  },
  methods: {
    document: {
      to: 'void',
      run: async ({ session, params: { metadataMappingId, save } }, document) => {
        const mapping = session.repository.metadataMappings.get(metadataMappingId);
        if (!mapping) throw errors.badRequest(`There is no metadata mapping ${metadataMappingId}`);
        const blob = blobAt(document, mapping.blob);
        if (!blob || !save) return;
        const facts = await metadataOf(session, fromBlobValue(blob));
        const all = { ...flat(facts, true), ...flat(facts, false) };
        const given = [...mapping.properties].flatMap(([xpath, fact]) =>
          all[fact] === undefined ? [] : [[xpath, all[fact]]],
        );
        const properties = await readProperties(
          session,
          document,
          Object.fromEntries(given),
          async () => undefined,
        );
        await updateDocument(session, document, { properties });
      },
    },
  },
});

const query = required('string', 'In NXQL');

async function makePictures({ session, params }: Call<{ query: typeof query }>): Promise<undefined> {
  const { entries } = await runQuery(session, params.query);
  for (const document of entries) await thumbnail(session, document);
}

const thumbnails = defineOperation({
  id: 'RecomputeThumbnails',
  category: 'Services',
  label: 'Recompute Thumbnails',
  description: 'Makes the thumbnails of the documents that a query finds, where they are missing.',
  params: { query },
  methods: { void: { to: 'void', run: makePictures } },
});

const views = defineOperation({
  id: 'Picture.RecomputeViews',
  category: 'Services',
  label: 'Recompute Picture Views',
  description:
    'Makes the thumbnails of the pictures that a query finds; other views are made when asked for.',
  params: { query },
  methods: { void: { to: 'void', run: makePictures } },
});

export const fileMetadataOperations = [read, intoContext, byMapping, thumbnails, views];
