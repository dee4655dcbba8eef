/** A server in memory for the queue's tests: it can be made to wait, to refuse, and to lose its answers. */
import { ApiError, type ApiErrorDetails } from '#web/api/api-error.ts';
import type { JsonObject } from '#wire/json.ts';
import type { Existing, SameFile } from './upload-item.ts';
import type { FiledDocument, Folder, Room, Slot, UploadServer } from './upload-server.ts';

interface SentFile {
  readonly name: string;
  readonly pieces: Map<number, Blob>;
  readonly count: number;
}

type Batch = Map<number, SentFile>;

interface StoredFile {
  readonly id: string;
  readonly folderId: string;
  readonly name: string;
  readonly type: string;
  properties?: JsonObject;
  attachments?: readonly File[];
  bytes: Blob | null;
}

type Hook = (call: string) => Promise<void> | void;

export interface TestUploadServer extends UploadServer {
  readonly calls: string[];
  readonly files: StoredFile[];
  readonly folders: Map<string, { readonly title: string; readonly parentId: string | null }>;
  readonly batches: Map<string, Batch>;
  /** Called before a call does anything: if it throws, nothing was done. */
  before: Hook;
  /** Called afterwards: if it throws, the answer is lost. */
  after: Hook;
  types: readonly string[];
  mayReplace: boolean;
  mayAdd: boolean;
  limit: () => Promise<Room | null>;
}

export const homeId = 'home';

export function failure(status: number, message = `HTTP ${status}`): ApiError {
  return new ApiError({ kind: 'http', status, message, serverMessage: message });
}

export function unreachable(kind: ApiErrorDetails['kind'] = 'network'): ApiError {
  return new ApiError({ kind, message: 'No answer' });
}

export function testUploadServer(): TestUploadServer {
  let lastId = 0;
  const newId = (prefix: string): string => {
    lastId += 1;
    return `${prefix}${lastId}`;
  };
  const keys = new Map<string, FiledDocument>();

  /** One request; an aborted one fails as in a browser. */
  const exchange = async <T>(call: string, signal: AbortSignal | null, work: () => T): Promise<T> => {
    server.calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    // It may be aborted long afterwards.
    aborted.catch(() => {});
    signal?.throwIfAborted();
    await Promise.race([server.before(call), aborted]);
    const result = work();
    await Promise.race([server.after(call), aborted]);
    return result;
  };
  const folderOf = (id: string): Folder => {
    if (!server.folders.has(id)) throw failure(404);
    return { id, types: server.types, mayAdd: server.mayAdd };
  };
  const batchOf = (id: string): Batch => {
    const batch = server.batches.get(id);
    if (batch === undefined) throw failure(404);
    return batch;
  };
  const fileOf = (id: string): StoredFile => {
    const file = server.files.find((one) => one.id === id);
    if (file === undefined) throw failure(404);
    return file;
  };
  /** As on the real server: a lost file gives null and no error. */
  const bytesOf = ({ batchId, index, shared }: Slot): Blob | null => {
    const sent = server.batches.get(batchId)?.get(index);
    if (sent === undefined) return null;
    if (sent.pieces.size !== sent.count) throw failure(409, 'The file is not complete');
    if (!shared) server.batches.delete(batchId);
    return joined(sent);
  };

  const server: TestUploadServer = {
    calls: [],
    files: [],
    folders: new Map([[homeId, { title: 'Home', parentId: null }]]),
    batches: new Map(),
    before: () => {},
    after: () => {},
    types: ['File', 'Picture', 'Folder'],
    mayReplace: true,
    mayAdd: true,
    createBatch: (signal) =>
      exchange('batch', signal, () => {
        const id = newId('b');
        server.batches.set(id, new Map());
        return id;
      }),
    sendWhole: ({ slot, file, signal, onProgress }) =>
      exchange(`whole ${file.name}`, signal, () => {
        batchOf(slot.batchId).set(slot.index, {
          name: file.name,
          pieces: new Map([[0, new Blob([file.bytes])]]),
          count: 1,
        });
        onProgress(file.size);
      }),
    sendChunk: ({ slot, file, signal, onProgress, piece, count, bytes }) =>
      exchange(`chunk ${file.name} ${piece}`, signal, () => {
        const batch = batchOf(slot.batchId);
        const { pieces } = batch.get(slot.index) ?? { pieces: new Map<number, Blob>() };
        if (pieces.has(piece)) throw failure(500, 'This piece is here already');
        const blob = new Blob([bytes]);
        pieces.set(piece, blob);
        batch.set(slot.index, { name: file.name, pieces, count });
        onProgress(blob.size);
      }),
    arrived: ({ batchId, index }, signal) =>
      exchange(`arrived ${batchId}`, signal, () => {
        const sent = server.batches.get(batchId)?.get(index);
        if (sent === undefined) return null;
        return { whole: sent.pieces.size === sent.count, pieces: new Set(sent.pieces.keys()) };
      }),
    dropBatch: (batchId) => exchange(`drop ${batchId}`, null, () => void server.batches.delete(batchId)),
    folder: (id, signal) => exchange(`folder ${id}`, signal, () => folderOf(id)),
    findFolder: (parentId, title, signal) =>
      exchange(`find folder ${title}`, signal, () => {
        const [found] = [...server.folders].find(
          ([, folder]) => folder.parentId === parentId && folder.title === title,
        ) ?? [undefined];
        return found === undefined ? null : folderOf(found);
      }),
    createFolder: (parentId, _type, title, _key, signal) =>
      exchange(`make folder ${title}`, signal, () => {
        const id = newId('f');
        server.folders.set(id, { title, parentId });
        return folderOf(id);
      }),
    findFiles: (folderId, names, signal) =>
      exchange(`find ${names.join(' ')}`, signal, () => {
        const found = server.files.filter((file) => file.folderId === folderId && names.includes(file.name));
        return new Map(found.map((file) => [file.name, existing(file, server.mayReplace)]));
      }),
    createFile: ({ folderId, type, name, properties, slot, key, indexedLater }, signal) =>
      exchange(`create ${name}${indexedLater === true ? ', indexed later' : ''}`, signal, () => {
        const earlier = keys.get(key);
        if (earlier !== undefined) return earlier;
        const id = newId('d');
        const bytes = bytesOf(slot);
        server.files.push({ id, folderId, name, type, properties, bytes });
        const made = { id, hasFile: bytes !== null };
        keys.set(key, made);
        return made;
      }),
    replaceFile: (documentId, slot, signal, edition) =>
      exchange(
        `replace ${documentId}${edition === undefined ? '' : ` as ${edition.version}`}`,
        signal,
        () => {
          fileOf(documentId).bytes = bytesOf(slot);
        },
      ),
    attachFile: (documentId, slot, signal) =>
      exchange(`attach to ${documentId}`, signal, () => {
        const name = server.batches.get(slot.batchId)?.get(slot.index)?.name ?? '';
        const bytes = bytesOf(slot);
        const file = fileOf(documentId);
        if (bytes !== null) file.attachments = [...(file.attachments ?? []), new File([bytes], name)];
      }),
    holdsFile: (documentId, as, { name, size }, signal) =>
      exchange(`holds ${documentId}`, signal, () => {
        const { bytes, attachments = [] } = fileOf(documentId);
        return as === 'version'
          ? bytes?.size === size
          : attachments.some((one) => one.name === name && one.size === size);
      }),
    findSame: async (digests, signal) => {
      const files = await Promise.all(
        server.files.map(async (file) => [(await file.bytes?.text()) ?? '', file] as const),
      );
      return exchange(`same ${digests.join(' ')}`, signal, () => {
        const found = files.filter(([digest]) => digests.includes(digest));
        return new Map(found.map(([digest, file]) => [digest, same(file, server.mayReplace)]));
      });
    },
    link: (documentId, folderId, signal) =>
      exchange(`link ${documentId}`, signal, () => {
        const { name, type, bytes } = fileOf(documentId);
        const id = newId('l');
        server.files.push({ id, folderId, name, type, bytes });
        return id;
      }),
    limit: async () => null,
    room: () => server.limit(),
    waitForIndexing: () => exchange('wait for the index', null, () => {}),
    describe: (documentId, properties, signal, indexedLater) =>
      exchange(`describe ${documentId}${indexedLater === true ? ', indexed later' : ''}`, signal, () => {
        const file = fileOf(documentId);
        file.properties = { ...file.properties, ...properties };
      }),
    fillFile: (documentId, slot, signal) =>
      exchange(`fill ${documentId}`, signal, () => {
        fileOf(documentId).bytes = bytesOf(slot);
      }),
  };
  return server;
}

function joined({ pieces }: SentFile): Blob {
  return new Blob([...pieces].sort(([one], [other]) => one - other).map(([, piece]) => piece));
}

function same({ id, name, folderId }: StoredFile, mayReplace: boolean): SameFile {
  return { id, title: name, path: `/${folderId}/${name}`, mayReplace };
}

function existing({ id, name, bytes }: StoredFile, mayReplace: boolean): Existing {
  return { id, title: name, size: bytes?.size ?? null, modified: null, mayReplace };
}
