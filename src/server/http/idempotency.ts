/**
 * The same POST sent twice with one Idempotency-Key acts once.
 * Invariant: a key belongs to its caller; failures are not kept, so they can be tried again.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Principals } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Stores } from '#server/core/kernel/stores.ts';

const header = 'Idempotency-Key';
const maxKeyLength = 255;
const maxBodyBytes = 5 * 1024 * 1024;

export async function onceOnly(
  repository: Repository,
  principals: Principals,
  request: Request,
  act: () => Promise<Response>,
): Promise<Response> {
  const given = request.headers.get(header);
  if (given === null || (request.method !== 'POST' && request.method !== 'PATCH')) return act();
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
  try {
    const response = await act();
    const kept = response.status < 400 ? await keepable(response) : undefined;
    await writing(repository, (stores) =>
      kept ? stores.idempotency.complete(given, owner, kept) : stores.idempotency.release(given, owner),
    );
    response.headers.set(header, given);
    return response;
  } catch (error) {
    await writing(repository, (stores) => stores.idempotency.release(given, owner));
    throw error;
  }
}

/** Texts that are not too long; bytes are sent and not kept. */
async function keepable(
  response: Response,
): Promise<{ status: number; headers: Record<string, string>; body: string } | undefined> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body !== null && !/json|text/.test(type)) return undefined;
  const body = response.body === null ? '' : await response.clone().text();
  if (body.length > maxBodyBytes) return undefined;
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
