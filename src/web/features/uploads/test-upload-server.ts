/** A server in memory for the queue's tests: it can be made to wait, to refuse, and to lose its answers. */
import { ApiError, type ApiErrorDetails } from '#web/api/api-error.ts';
import type { Existing } from './upload-item.ts';
import type { Folder, UploadServer } from './upload-server.ts';

interface Batch {
  readonly pieces: Map<number, Blob>;
  count: number | null;
}

interface StoredFile {
  readonly id: string;
  readonly folderId: string;
  readonly name: string;
  readonly type: string;
  bytes: Blob;
}

type Hook = (call: string) => Promise<void> | void;

export interface TestUploadServer extends UploadServer {
  readonly calls: string[];
  readonly files: StoredFile[];
  readonly folders: Map<string, { readonly title: string; readonly parentId: string | null }>;
  readonly batches: Map<string, Batch>;
  /** Before a call has done anything: throw, and it has not. */
  before: Hook;
  /** After it has: throw, and its answer is lost. */
  after: Hook;
  types: readonly string[];
  mayReplace: boolean;
}

export const homeId = 'home';

export function failure(status: number, message = `HTTP ${status}`): ApiError {
  return new ApiError({ kind: 'http', status, message });
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
  const keys = new Map<string, string>();

  /** One exchange: an aborted one ends as a browser's does. */
  const exchange = async <T>(call: string, signal: AbortSignal | null, work: () => T): Promise<T> => {
    server.calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    signal?.throwIfAborted();
    await Promise.race([server.before(call), aborted]);
    const result = work();
    await Promise.race([server.after(call), aborted]);
    return result;
  };
  const folderOf = (id: string): Folder => {
    if (!server.folders.has(id)) throw failure(404);
    return { id, types: server.types };
  };
  const batchOf = (id: string): Batch => {
    const batch = server.batches.get(id);
    if (batch === undefined) throw failure(404);
    return batch;
  };
  const bytesOf = (id: string): Blob => {
    const { pieces, count } = batchOf(id);
    if (pieces.size !== count) throw failure(409, 'The file is not complete');
    server.batches.delete(id);
    return new Blob([...pieces].sort(([one], [other]) => one - other).map(([, piece]) => piece));
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
    createBatch: (signal) =>
      exchange('batch', signal, () => {
        const id = newId('b');
        server.batches.set(id, { pieces: new Map(), count: null });
        return id;
      }),
    sendWhole: ({ batchId, file, signal, onProgress }) =>
      exchange(`whole ${file.name}`, signal, () => {
        const batch = batchOf(batchId);
        batch.pieces.set(0, file);
        batch.count = 1;
        onProgress(file.size);
      }),
    sendChunk: ({ batchId, file, signal, onProgress, index, count, bytes }) =>
      exchange(`chunk ${file.name} ${index}`, signal, () => {
        const batch = batchOf(batchId);
        if (batch.pieces.has(index)) throw failure(409, 'This piece is here already');
        batch.pieces.set(index, bytes);
        batch.count = count;
        onProgress(bytes.size);
      }),
    arrived: (batchId, signal) =>
      exchange(`arrived ${batchId}`, signal, () => {
        const batch = server.batches.get(batchId);
        if (batch === undefined || batch.count === null) return null;
        return { whole: batch.pieces.size === batch.count, pieces: new Set(batch.pieces.keys()) };
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
    findFile: (folderId, name, signal) =>
      exchange(`find ${name}`, signal, (): Existing | null => {
        const found = server.files.find((file) => file.folderId === folderId && file.name === name);
        if (found === undefined) return null;
        const { id, bytes } = found;
        return { id, title: name, size: bytes.size, modified: null, mayReplace: server.mayReplace };
      }),
    createFile: ({ folderId, type, name, batchId, key }, signal) =>
      exchange(`create ${name}`, signal, () => {
        const earlier = keys.get(key);
        if (earlier !== undefined) return earlier;
        const id = newId('d');
        server.files.push({ id, folderId, name, type, bytes: bytesOf(batchId) });
        keys.set(key, id);
        return id;
      }),
    replaceFile: (documentId, batchId, signal) =>
      exchange(`replace ${documentId}`, signal, () => {
        const file = server.files.find(({ id }) => id === documentId);
        if (file === undefined) throw failure(404);
        file.bytes = bytesOf(batchId);
      }),
  };
  return server;
}
