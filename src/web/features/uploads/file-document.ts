/**
 * Makes a document in its folder from a file on the server: its type, its name, and once only.
 * Invariant: if an answer was lost, the document is searched for before it is created again.
 */
import { hasStatus } from '#web/api/api-error.ts';
import { UploadRefusal } from './problem.ts';
import type { Existing, UploadItem } from './upload-item.ts';
import type { FiledDocument, Folder, Slot, UploadServer } from './upload-server.ts';

export interface FilingPorts {
  readonly server: UploadServer;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
}

const typesByMedia: readonly (readonly [prefix: string, type: string])[] = [
  ['image/', 'Picture'],
  ['video/', 'Video'],
  ['audio/', 'Audio'],
];

/** The type that the Platform's own import gives a file, if the folder allows it. */
export function documentTypeFor(mimeType: string, { types, mayAdd }: Folder): string {
  if (!mayAdd) throw new UploadRefusal('forbidden');
  const fitting = typesByMedia.find(([prefix]) => mimeType.startsWith(prefix))?.[1] ?? 'File';
  if (types.length === 0 || types.includes(fitting)) return fitting;
  if (types.includes('File')) return 'File';
  throw new UploadRefusal('no-files-here');
}

/** Tries "Lease.pdf", "Lease (2).pdf", "Lease (3).pdf" … until a name is free. */
export async function freeName(
  server: UploadServer,
  folder: Folder,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  for (let number = 2; ; number += 1) {
    const candidate = numbered(name, number);
    if ((await findFile(server, folder, candidate, signal)) === null) return candidate;
  }
}

export function numbered(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.+?)((?:\.tar)?\.[^.\s]+)$/.exec(name) ?? [];
  return `${stem} (${number})${extension}`;
}

/** The document created by an earlier attempt whose answer was lost. */
export async function findOwn(
  { server }: FilingPorts,
  item: UploadItem,
  folder: Folder,
  signal: AbortSignal,
): Promise<Existing | null> {
  const found = await findFile(server, folder, item.name, signal);
  return found !== null && found.size === item.size ? found : null;
}

async function findFile(
  server: UploadServer,
  folder: Folder,
  name: string,
  signal: AbortSignal,
): Promise<Existing | null> {
  return (await server.findFiles(folder.id, [name], signal)).get(name) ?? null;
}

export async function fileDocument(
  ports: FilingPorts,
  item: UploadItem,
  folder: Folder,
  slot: Slot,
  signal: AbortSignal,
): Promise<FiledDocument> {
  const { server } = ports;
  if (item.decision === 'replace' && item.existing !== null) {
    await server.replaceFile(item.existing.id, slot, signal);
    return { id: item.existing.id, hasFile: true };
  }
  const { type: chosen = null, properties = {} } = item.details ?? {};
  const fitting = documentTypeFor(item.mimeType, folder);
  const type = chosen !== null && folder.types.includes(chosen) ? chosen : fitting;
  const { name, size } = item;
  const wanted = { folderId: folder.id, type, name, size, properties, slot };
  try {
    return await server.createFile({ ...wanted, key: item.id }, signal);
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
  }
  // The first attempt may still be running on the server, or the server stopped in the middle of it.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const own = await findOwn(ports, item, folder, signal);
    if (own !== null) return { id: own.id, hasFile: true };
    await ports.wait(attempt, signal);
  }
  return server.createFile({ ...wanted, key: `${item.id}.2` }, signal);
}
