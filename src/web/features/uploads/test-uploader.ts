/** An uploader for tests, with a server and a queue in memory, and without pauses. */
import type { ChangedDocuments } from '#web/api/optimistic.ts';
import type { FileSource, Found } from './file-source.ts';
import type { LoadedUpload, QueueStorage, StoredUpload } from './queue-storage.ts';
import { homeId, type TestUploadServer, testUploadServer } from './test-upload-server.ts';
import type { Purpose, UploadItem, UploadTarget } from './upload-item.ts';
import { createUploader, type Uploader } from './uploader.ts';

export const home = { id: homeId, title: 'Home' };

export type Phases = Readonly<Record<string, UploadItem['phase']>>;

export interface TestUploads {
  readonly uploader: Uploader;
  readonly server: TestUploadServer;
  readonly stored: Map<string, LoadedUpload>;
  /** The attempts before which it waited. */
  readonly waits: number[];
  /** What its lists were refreshed for, in order. */
  readonly filed: ChangedDocuments[];
  readonly add: (...found: readonly Found[]) => Promise<void>;
  readonly addTo: (document: UploadTarget, purpose: Purpose, ...found: readonly Found[]) => Promise<void>;
  readonly reopen: (...found: readonly Found[]) => Promise<number>;
  /** Waits until the lines are in these phases, by name. */
  readonly see: (phases: Phases) => Promise<void>;
  readonly line: (name: string) => UploadItem;
}

interface Earlier {
  readonly server?: TestUploadServer;
  readonly stored?: Map<string, LoadedUpload>;
  readonly tab?: string;
}

export function testUploads(earlier: Earlier = {}): TestUploads {
  const server = earlier.server ?? testUploadServer();
  const stored = earlier.stored ?? new Map<string, LoadedUpload>();
  const tab = earlier.tab ?? 'tab';
  const waits: number[] = [];
  const filed: ChangedDocuments[] = [];
  let lastId = 0;
  const uploader = createUploader({
    server,
    // Use the bytes themselves as digest.
    digestOf: async (bytes) => bytes.text(),
    storage: memoryStorage(stored),
    owner: 'ann',
    tab,
    now: () => 0,
    newId: () => {
      lastId += 1;
      return `${tab}-${lastId}`;
    },
    soon: queueMicrotask,
    wait: async (attempt) => {
      waits.push(attempt);
    },
    onFiled: (documents) => filed.push(documents),
  });
  return {
    uploader,
    server,
    stored: stored,
    waits,
    filed,
    addTo: (document, purpose, ...found) => uploader.add(readingOf(found), document, purpose),
    add: (...found) => uploader.add(readingOf(found), home),
    reopen: (...found) => uploader.reopen(readingOf(found)),
    see: (expected) => sees(uploader, expected),
    line: (name) => {
      const found = [...uploader.store.getState().items.values()].find((item) => item.name === name);
      if (found === undefined) throw new Error(`There is no line ${name}`);
      return found;
    },
  };
}

export async function sees({ store }: Pick<Uploader, 'store'>, expected: Phases): Promise<void> {
  const phases = () =>
    Object.fromEntries([...store.getState().items.values()].map(({ name, phase }) => [name, phase]));
  if (await untilTrue(() => sameEntries(phases(), expected))) return;
  throw new Error(`Saw ${JSON.stringify(phases())} instead of ${JSON.stringify(expected)}`);
}

/** Lets all running steps go on until `is` holds; gives up after far more steps than any test needs. */
export async function untilTrue(is: () => boolean): Promise<boolean> {
  for (let step = 0; step < 200; step += 1) {
    if (is()) return true;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return false;
}

/** Lets all running steps finish. */
export async function settled(): Promise<void> {
  for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setTimeout(resolve));
}

export function file(name: string, content: BlobPart = name, ...steps: readonly string[]): Found {
  return { kind: 'file', file: new File([content], name, { lastModified: 1 }), steps, root: null, path: [] };
}

export function withSource(found: Found, source: Partial<FileSource>): Found {
  return found.kind === 'file' ? { ...found, ...source, file: found.file } : found;
}

/** Calls that await `passed` wait until `open` is called. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

async function* readingOf(
  found: readonly Found[],
): AsyncGenerator<{ found: readonly Found[]; junk: number }> {
  yield { found, junk: 0 };
}

function sameEntries(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(other);
  return Object.keys(one).length === names.length && names.every((name) => one[name] === other[name]);
}

function memoryStorage(stored: Map<string, LoadedUpload>): QueueStorage {
  const put = (line: StoredUpload) =>
    stored.set(line.id, { ...line, file: stored.get(line.id)?.file ?? null });
  return {
    putSoon: put,
    removeSoon: (id) => stored.delete(id),
    load: async (owner) => [...stored.values()].filter((one) => one.owner === owner),
    put: async (lines) => {
      for (const line of lines) put(line);
    },
    putBytes: async (bytes) => {
      for (const { id, file } of bytes) {
        const line = stored.get(id);
        if (line !== undefined) stored.set(id, { ...line, file });
      }
    },
    remove: async (ids) => {
      for (const id of ids) stored.delete(id);
    },
    forgetBytes: async (owner) => {
      for (const [id, line] of stored) if (line.owner === owner) stored.set(id, { ...line, file: null });
    },
  };
}
