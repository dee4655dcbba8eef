/**
 * Answers from this device to requests that the server did not answer: documents, lists and files of the copied folders.
 * Invariant: only data of the signed-in person, and only for reading requests.
 */
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import type { RequestOptions } from '../client.ts';
import { isUser } from '../guards.ts';
import type { BytesAnswer, BytesQuestion } from '../media-protocol.ts';
import { blobPart } from './blob-part.ts';
import { fileKey } from './offline-folder.ts';
import { offlineStorage, ownerOf, type SignedIn } from './offline-owner.ts';
import { folderQuery, listOf } from './offline-query.ts';

/** Undefined if this device does not have it. */
export async function offlineAnswer(
  signedIn: SignedIn,
  address: string,
  options: RequestOptions,
): Promise<Response | undefined> {
  const { method = 'GET', authorization, headers } = options;
  const owner = ownerOf(signedIn);
  if (method !== 'GET' || authorization !== undefined || owner === undefined) return undefined;
  const { server } = signedIn;
  const url = new URL(address);
  const steps = url.pathname.slice(new URL(server).pathname.length).split('/');
  const [, api, version, kind, ...rest] = steps.map(decodeURIComponent);
  if (api === 'api' && version === 'v1' && !rest.some((step) => step.startsWith('@'))) {
    const found = kind === 'search' ? await list(owner, url.searchParams) : await document(owner, kind, rest);
    return found === undefined ? undefined : Response.json(withPeopleAs(found, options));
  }
  const blob = await offlineStorage.file(owner, fileKey(server, address));
  if (blob === undefined) return undefined;
  const { body, ...facts } = blobPart(blob, headers?.Range ?? null);
  return new Response(body, facts);
}

/** For the service worker, which has no session of its own. */
export async function offlineBytes(
  signedIn: SignedIn,
  { address, range }: BytesQuestion,
): Promise<BytesAnswer | null> {
  const { server } = signedIn;
  const owner = ownerOf(signedIn);
  if (owner === undefined || !address.startsWith(`${server}/`)) return null;
  const blob = await offlineStorage.file(owner, fileKey(server, address));
  return blob === undefined ? null : blobPart(blob, range);
}

async function document(owner: string, kind: string | undefined, steps: readonly string[]) {
  const [uid] = steps;
  if (kind === 'id' && uid !== undefined && steps.length === 1)
    return (await offlineStorage.document(owner, 'uid', uid))?.entity;
  if (kind === 'path') return (await offlineStorage.document(owner, 'path', `/${steps.join('/')}`))?.entity;
  return undefined;
}

async function list(owner: string, parameters: URLSearchParams) {
  const query = folderQuery(parameters.get('query') ?? '', parameters.getAll('queryParams'));
  if (query === undefined) return undefined;
  // A folder only partly copied, such as the parent of the topmost one, would give an incomplete list.
  if ((await offlineStorage.document(owner, 'uid', query.parent)) === undefined) return undefined;
  const children = await offlineStorage.children(owner, query.parent);
  const names = (name: string): readonly string[] => parameters.get(name)?.split(',') ?? [];
  // If one copied folder lies in another, a document is stored once for each, but listed once.
  const entities = new Map(children.map(({ uid, entity }) => [uid, entity]));
  return listOf([...entities.values()].filter(query.matches), {
    sortBy: names('sortBy'),
    sortOrder: names('sortOrder'),
    offset: Number(parameters.get('offset') ?? 0),
    pageSize: Number(parameters.get('pageSize') ?? 50),
  });
}

const people = ['dc:creator', 'dc:lastContributor'];

/** People are stored as whole entities; a request that does not ask for them gets logins, as from the server. */
function withPeopleAs(
  found: DocumentEntity | DocumentListEntity,
  { fetch }: RequestOptions,
): DocumentEntity | DocumentListEntity {
  const plain = people.filter((name) => fetch?.document?.includes(name) !== true);
  if (found['entity-type'] === 'document') return withLogins(found, plain);
  return { ...found, entries: found.entries.map((one) => withLogins(one, plain)) };
}

function withLogins(found: DocumentEntity, names: readonly string[]): DocumentEntity {
  const logins = names.flatMap((name) => {
    const value = found.properties?.[name];
    return isUser(value) ? [[name, value.id] as const] : [];
  });
  return { ...found, properties: { ...found.properties, ...Object.fromEntries(logins) } };
}
