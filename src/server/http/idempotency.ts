/**
 * A POST sent twice with one Idempotency-Key acts once; a different request with that key is refused.
 * Invariant: a key belongs to its caller; failures are not stored, so they can be tried again; a call's changes and its
 * answer are stored in one transaction. Answers with secrets (tokens) are encrypted, and stored documents are returned
 * only to callers who may still read them.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { type Caller, inSession, type Session } from '#server/core/kernel/session.ts';
import type { Store, StoredAnswer, Stores } from '#server/core/kernel/stores.ts';
import { sha256Base64Url } from '#server/core/signin/secrets.ts';
import { textBehind } from './bytes/text-response.ts';
import { requireReadable } from './documents-in-answer.ts';
import { isJsonType, readJsonText } from './request-body.ts';

/** What a call must do for its key. */
export interface Once {
  /** Called first: the stored answer for the key, for calls that need no claim. */
  earlier(session: Session): Promise<Response | undefined>;
  /** Stores the answer in the call's own transaction, if it has one. */
  keep(session: Session, response: Response): Promise<void>;
}

interface Key {
  readonly repository: Repository;
  readonly given: string;
  /** The digest of the request with the key. */
  readonly digest: string;
  readonly caller: Caller;
  readonly owner: string;
}

type Act = (once: Once) => Promise<Response>;

const header = 'Idempotency-Key';
const maxKeyLength = 255;
const maxBodyBytes = 5 * 1024 * 1024;
/** Stored among an answer's headers, and never sent. */
const digestField = 'x-request-digest';

interface CallKind {
  /** All changes are made in the transaction of the answer, and none outside the store. */
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
 * Digest of method, address and JSON body. The upload that a file comes from is left out: a client that lost its answer
 * uploads the file again before it repeats the call. Files and forms are left out, as they are not read twice.
 */
async function digestOf(request: Request, takesBytes: boolean): Promise<string> {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const body = takesBytes || !isJsonType(request) ? '' : await readJsonText(request);
  const content = body.replaceAll(/"upload-(?:batch|fileId)"\s*:\s*"[^"]*"/g, '""');
  return sha256Base64Url(`${method} ${pathname}${search}\n${content}`);
}

/** Keys of calls in progress on this server, with their owners. */
const running = new WeakMap<Store, Set<string>>();

/**
 * Without a claim: the answer is stored together with the call's changes, or neither is. When two calls run at once, on any
 * servers, storing the second answer is a conflict; that call then runs again and finds the first answer.
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
    // The call may be attempted again, with another outcome.
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
  // Earlier releases stored no digest.
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

/** Only successes with short texts; answers with file bytes are not stored, as there may be any number of them. */
function answerOf(response: Response, key: Key): StoredAnswer | undefined {
  const content = textBehind(response) ?? (response.body === null ? '' : undefined);
  if (response.status >= 400 || content === undefined || content.length > maxBodyBytes) return undefined;
  const headers = { ...Object.fromEntries(response.headers), [digestField]: key.digest };
  const body = isSecret(headers) ? key.repository.ports.secrets.encrypt(content, rowOf(key)) : content;
  return { status: response.status, headers, body };
}

/** Whether caches must not store it (responses.ts). */
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
