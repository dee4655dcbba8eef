/**
 * The same POST sent twice with one Idempotency-Key acts once; another one with that key is refused.
 * Invariant: a key belongs to its caller; failures are not kept, so they can be tried again; what one transaction changed
 * and the answer to it are stored together. What an answer tells once (tokens, secrets) lies encrypted, and documents are
 * given again to who may still read them.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { type Caller, inSession, type Session } from '#server/core/kernel/session.ts';
import type { Store, StoredAnswer, Stores } from '#server/core/kernel/stores.ts';
import { sha256Base64Url } from '#server/core/signin/secrets.ts';
import { textBehind } from './bytes/text-response.ts';
import { requireReadable } from './documents-in-answer.ts';
import { isJsonType, readJsonText } from './request-body.ts';

/** What a call does about its key. */
export interface Once {
  /** Asked before anything else: what was answered to the key, where nothing had to be claimed for it. */
  earlier(session: Session): Promise<Response | undefined>;
  /** Stores the answer in the call's own transaction, where it has one. */
  keep(session: Session, response: Response): Promise<void>;
}

interface Key {
  readonly repository: Repository;
  readonly given: string;
  /** The digest of the request that the key came with. */
  readonly digest: string;
  readonly caller: Caller;
  readonly owner: string;
}

type Act = (once: Once) => Promise<Response>;

const header = 'Idempotency-Key';
const maxKeyLength = 255;
const maxBodyBytes = 5 * 1024 * 1024;
/** Stored among the headers of an answer, and sent to nobody. */
const digestField = 'x-request-digest';

interface CallKind {
  /** All that the call changes is changed with its answer, and nothing outside the store. */
  readonly isOneTransaction: boolean;
  readonly takesBytes: boolean;
}

export async function onceOnly(
  repository: Repository,
  caller: Caller,
  request: Request,
  { isOneTransaction, takesBytes }: CallKind,
  act: Act,
): Promise<Response> {
  const given = request.headers.get(header);
  if (given === null || (request.method !== 'POST' && request.method !== 'PATCH')) {
    return act({ earlier: async () => undefined, keep: async () => {} });
  }
  if (given === '' || given.length > maxKeyLength) {
    throw new RepositoryError('badRequest', `${header} must have 1 to ${maxKeyLength} characters`);
  }
  const digest = await digestOf(request, takesBytes);
  const key = { repository, given, digest, caller, owner: caller.principals.username };
  return isOneTransaction ? oneTransaction(key, act) : claimed(key, act);
}

/**
 * Method, address and JSON body. Which upload a file comes from does not count: a client that has lost its answer sends
 * the file again before it asks again. Files and forms are not read twice.
 */
async function digestOf(request: Request, takesBytes: boolean): Promise<string> {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const body = takesBytes || !isJsonType(request) ? '' : await readJsonText(request);
  const content = body.replaceAll(/"upload-(?:batch|fileId)"\s*:\s*"[^"]*"/g, '""');
  return sha256Base64Url(`${method} ${pathname}${search}\n${content}`);
}

/** Calls of this server that are being answered, by owner and key. */
const running = new WeakMap<Store, Set<string>>();

/**
 * Nothing is claimed: the answer comes into the store with what it tells of, or neither does. Of two calls at once, on
 * whatever servers, the second one's answer meets the first one's; it is done again then, and finds it.
 */
async function oneTransaction(key: Key, act: Act): Promise<Response> {
  const { repository, given, owner } = key;
  const { store, clock } = repository.ports;
  const others = running.get(store) ?? new Set();
  running.set(store, others);
  const name = JSON.stringify([owner, given]);
  if (others.has(name)) return inProgress(given);
  others.add(name);
  try {
    const response = await act({
      earlier: async (session) => {
        const found = await session.read.idempotency.find(given, owner);
        return found && again(session, found, key);
      },
      keep: async (session, response) => {
        const answer = session.isWriting ? answerOf(response, key) : undefined;
        if (!answer) return;
        const { idempotency } = await session.write();
        await idempotency.keep(given, owner, clock.now().toISOString(), answer);
      },
    });
    response.headers.set(header, given);
    return response;
  } finally {
    others.delete(name);
  }
}

async function claimed(key: Key, act: Act): Promise<Response> {
  const { repository, given, owner } = key;
  const earlier = await writing(repository, (stores) =>
    stores.idempotency.claim(given, owner, repository.ports.clock.now().toISOString()),
  );
  if (earlier !== undefined)
    return inSession(repository, key.caller, (session) => again(session, earlier, key));
  let isStored = false;
  const keep: Once['keep'] = async (session, response) => {
    const answer = session.isWriting ? answerOf(response, key) : undefined;
    if (answer) await (await session.write()).idempotency.complete(given, owner, answer);
    // Another attempt of the call may end otherwise.
    isStored = answer !== undefined;
  };
  try {
    const response = await act({ earlier: async () => undefined, keep });
    if (!isStored) {
      const answer = answerOf(response, key);
      await writing(repository, ({ idempotency }) =>
        answer ? idempotency.complete(given, owner, answer) : idempotency.release(given, owner),
      );
    }
    response.headers.set(header, given);
    return response;
  } catch (error) {
    await writing(repository, (stores) => stores.idempotency.release(given, owner));
    throw error;
  }
}

async function again(session: Session, earlier: 'in-progress' | StoredAnswer, key: Key): Promise<Response> {
  if (earlier === 'in-progress') return inProgress(key.given);
  const { status } = earlier;
  const { [digestField]: digest, ...headers } = earlier.headers;
  // An earlier release stored none.
  if (digest !== undefined && digest !== key.digest)
    throw new RepositoryError('badRequest', `This ${header} was used for another request`, { status: 422 });
  const body = isSecret(headers)
    ? key.repository.ports.secrets.decrypt(earlier.body, rowOf(key))
    : earlier.body;
  if (body === undefined)
    throw new RepositoryError('conflict', `The answer to this ${header} cannot be read any more`);
  if (/json/.test(headers['content-type'] ?? '')) await requireReadable(session, JSON.parse(body));
  return new Response(body === '' ? null : body, { status, headers: { ...headers, [header]: key.given } });
}

function inProgress(given: string): Response {
  return new Response(null, { status: 409, headers: { [header]: given } });
}

/** Successes, as texts that are not too long; bytes of files, which may be any number, are sent and not kept. */
function answerOf(response: Response, key: Key): StoredAnswer | undefined {
  const content = textBehind(response) ?? (response.body === null ? '' : undefined);
  if (response.status >= 400 || content === undefined || content.length > maxBodyBytes) return undefined;
  const headers = { ...Object.fromEntries(response.headers), [digestField]: key.digest };
  const body = isSecret(headers) ? key.repository.ports.secrets.encrypt(content, rowOf(key)) : content;
  return { status: response.status, headers, body };
}

/** What no cache may store (responses.ts). */
function isSecret(headers: StoredAnswer['headers']): boolean {
  return headers['cache-control'] === 'no-store';
}

function rowOf({ owner, given }: Key): string {
  return `idempotency/${JSON.stringify([owner, given])}`;
}

async function writing<T>(repository: Repository, work: (stores: Stores) => Promise<T>): Promise<T> {
  const unit = repository.ports.store.begin();
  try {
    const result = await work(await unit.writer());
    await unit.commit();
    return result;
  } catch (error) {
    await unit.rollback();
    throw error;
  }
}
