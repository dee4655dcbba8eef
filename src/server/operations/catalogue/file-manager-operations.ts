/**
 * Operations that make documents from files; the kind of file decides the type.
 * Invariant: a text too long to be edited in a form becomes a file, not a note.
 */

import { createDocument } from '#server/core/documents/documents.ts';
import { userWorkspace } from '#server/core/documents/user-workspace.ts';
import { withMimeTypeByName } from '#server/core/files/blob-input.ts';
import { toBlobValue } from '#server/core/files/blobs.ts';
import type { DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import type { JsonObject } from '#wire/json.ts';
import { currentDocument } from '../machinery/current-document.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { changeProperties, changeShape, propertiesAfter } from '../machinery/document-changes.ts';
import { defaulted, required } from '../machinery/parameters.ts';

const category = 'Services';
const longestNote = 1_000_000;

const noteTypes: ReadonlySet<string> = new Set([
  'text/plain',
  'text/html',
  'application/xhtml+xml',
  'text/x-web-markdown',
  'text/markdown',
]);

interface ImportOptions {
  readonly overwrite: boolean;
  readonly trustsMimeType: boolean;
  readonly properties?: JsonObject;
}

async function importBlob(
  session: Session,
  folder: DocumentRow,
  blob: StoredBlob,
  { overwrite, trustsMimeType, properties = {} }: ImportOptions,
): Promise<DocumentRow> {
  const typed = trustsMimeType ? blob : await withMimeTypeByName(session, blob);
  const title = typed.name ?? 'file';
  const { type, content } = await shapeOf(session, typed);
  const existing = overwrite ? await childTitled(session, folder, title) : undefined;
  if (existing?.type === type) {
    const replaced = await changeShape(session, existing, () => ({ properties: content }), true);
    return changeProperties(session, replaced, properties);
  }
  const shape = { type, facets: [], properties: {} };
  return createDocument(session, folder, {
    type,
    name: title,
    properties: { 'dc:title': title, ...content, ...(await propertiesAfter(session, shape, properties)) },
  });
}

async function shapeOf(
  session: Session,
  blob: StoredBlob,
): Promise<{ readonly type: string; readonly content: Properties }> {
  const mimeType = blob.mimeType ?? 'application/octet-stream';
  const text = noteTypes.has(mimeType) ? await textOf(session, blob) : undefined;
  if (text !== undefined) return { type: 'Note', content: { 'note:note': text, 'note:mime_type': mimeType } };
  const content = { 'file:content': toBlobValue(blob) };
  const family = mimeType.split('/')[0];
  if (family === 'image') return { type: 'Picture', content };
  if (family === 'audio') return { type: 'Audio', content };
  return { type: family === 'video' ? 'Video' : 'File', content };
}

/** Undefined when it is too long, or not UTF-8. */
async function textOf(session: Session, blob: StoredBlob): Promise<string | undefined> {
  if (blob.length > longestNote) return undefined;
  const content = await session.repository.ports.blobs.open(blob.key);
  if (!content) return undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    let text = '';
    for await (const chunk of content.stream()) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch {
    return undefined;
  }
}

async function childTitled(
  session: Session,
  folder: DocumentRow,
  title: string,
): Promise<DocumentRow | undefined> {
  const { entries } = await runQuery(
    session,
    'SELECT * FROM Document WHERE ecm:parentId = ? AND dc:title = ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0 AND ecm:isProxy = 0',
    { positional: [folder.id, title], pageSize: 1 },
  );
  return entries[0];
}

const overwrite = defaulted('boolean', false, 'Replace what has this title already', {
  aliases: ['overwite'],
});

const importIt = defineOperation({
  id: 'FileManager.Import',
  category,
  label: 'Create Document from file',
  description: 'Makes documents of the input files, in the folder that the context calls `currentDocument`.',
  params: {
    overwite: defaulted('boolean', false, 'Older spelling of overwrite'),
    overwrite,
    noMimeTypeCheck: defaulted('boolean', false, 'Believe what the client says of the kind'),
  },
  methods: {
    eachBlob: {
      to: 'document',
      run: async (call, blob) =>
        importBlob(call.session, await currentDocument(call), blob, {
          overwrite: call.params.overwrite || call.params.overwite,
          trustsMimeType: call.params.noMimeTypeCheck,
        }),
    },
  },
});

const importWithProperties = defineOperation({
  id: 'FileManager.ImportWithProperties',
  category,
  label: 'Create Document from file with properties',
  description: 'Makes documents of the input files and sets their properties.',
  params: {
    overwrite,
    mimeTypeCheck: defaulted('boolean', true, 'Find out the kind when the client does not say'),
    properties: required('properties', 'Property values by xpath'),
  },
  methods: {
    eachBlob: {
      to: 'document',
      run: async (call, blob) =>
        importBlob(call.session, await currentDocument(call), blob, {
          overwrite: call.params.overwrite,
          trustsMimeType: !call.params.mimeTypeCheck,
          properties: call.params.properties,
        }),
    },
  },
});

const createFolder = defineOperation({
  id: 'FileManager.CreateFolder',
  category,
  label: 'Create Folder',
  description: 'Makes a folder in the input document; below a workspaces root, a workspace.',
  params: {
    title: required('string', 'Title of the folder'),
    overwrite,
    properties: defaulted('properties', {}, 'Property values by xpath'),
  },
  methods: {
    document: {
      to: 'document',
      run: async ({ session, params }, parent) => {
        const { title, properties } = params;
        const existing = params.overwrite ? await childTitled(session, parent, title) : undefined;
        if (existing) return changeProperties(session, existing, properties);
        const type = session.types.isA(parent.type, 'WorkspaceRoot') ? 'Workspace' : 'Folder';
        const given = await propertiesAfter(session, { type, facets: [], properties: {} }, properties);
        return createDocument(session, parent, {
          type,
          name: title,
          properties: { 'dc:title': title, ...given },
        });
      },
    },
  },
});

const intoWorkspace = defineOperation({
  id: 'UserWorkspace.CreateDocumentFromBlob',
  category,
  label: 'Create Document from file in User’s workspace',
  description: 'Makes documents of the input files in the caller’s own workspace.',
  params: {},
  methods: {
    eachBlob: {
      to: 'document',
      run: async ({ session }, blob) =>
        importBlob(session, await userWorkspace(session), blob, { overwrite: false, trustsMimeType: false }),
    },
  },
});

const createPicture = defineOperation({
  id: 'Picture.Create',
  category,
  label: 'Create Picture',
  description: 'Makes a picture in the input document.',
  params: {
    name: defaulted('string', 'Untitled', 'Name in its folder'),
    properties: defaulted('properties', {}, 'Property values by xpath'),
    pictureTemplates: defaulted('properties', {}, 'Accepted from older clients; views follow the picture'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { name, properties } }, parent) =>
        createDocument(session, parent, {
          type: 'Picture',
          name,
          properties: await propertiesAfter(
            session,
            { type: 'Picture', facets: [], properties: {} },
            properties,
          ),
        }),
    },
  },
});

export const fileManagerOperations = [
  importIt,
  importWithProperties,
  createFolder,
  intoWorkspace,
  createPicture,
];
