/**
 * The same POST sent twice with one Idempotency-Key acts once.
 * Invariant: a key belongs to its caller; failures are not kept, so they can be tried again; what one transaction changed
 * and the answer to it are stored together.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Principals } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Stores } from '#server/core/kernel/stores.ts';
import { textBehind } from './bytes/text-response.ts';

/** Stores the answer in the call's own transaction, where it has one. */
export type KeepAnswer = (session: Session, response: Response) => Promise<void>;

const header = 'Idempotency-Key';
const maxKeyLength = 255;
const maxBodyBytes = 5 * 1024 * 1024;

export async function onceOnly(
  repository: Repository,
  principals: Principals,
  request: Request,
  act: (keep: KeepAnswer) => Promise<Response>,
): Promise<Response> {
  const given = request.headers.get(header);
  if (given === null || (request.method !== 'POST' && request.method !== 'PATCH')) {
    return act(async () => {});
  }
  if (given === '' || given.length > maxKeyLength) {
    throw new RepositoryError('badRequest', `${header} must have 1 to ${maxKeyLength} characters`);
  }
  const owner = principals.username;
  const earlier = await writing(repository, (stores) =>
    stores.idempotency.claim(given, owner, repository.ports.clock.now().toISOString()),
  );
  if (earlier === 'in-progress') return new Response(null, { status: 409, headers: { [header]: given } });
  if (earlier !== undefined) {
    return new Response(earlier.body === '' ? null : earlier.body, {
      status: earlier.status,
      headers: { ...earlier.headers, [header]: given },
    });
  }
  let isKept = false;
  const keep: KeepAnswer = async (session, response) => {
    // Nothing is read while others wait for what this call has locked: only what is at hand is kept here.
    const answer = session.isWriting ? answerOf(response, textBehind(response)) : undefined;
    if (answer) await (await session.write()).idempotency.complete(given, owner, answer);
    // Another attempt of the call may end otherwise.
    isKept = answer !== undefined;
  };
  try {
    const response = await act(keep);
    if (!isKept) {
      const answer = await readAnswer(response);
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

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function readAnswer(response: Response): Promise<Answer | undefined> {
  const isText = /json|text/.test(response.headers.get('content-type') ?? '');
  const isWanted = response.status < 400 && response.body !== null && isText;
  return answerOf(response, isWanted ? await response.clone().text() : undefined);
}

/** Successes, as texts that are not too long; bytes are sent and not kept. */
function answerOf(response: Response, text: string | undefined): Answer | undefined {
  const body = text ?? (response.body === null ? '' : undefined);
  if (response.status >= 400 || body === undefined || body.length > maxBodyBytes) return undefined;
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
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
