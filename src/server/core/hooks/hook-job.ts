/**
 * Delivers events to hooks, signed, until the receiver accepts them or the attempts are used up.
 * Invariant: a hook whose owner is no longer an administrator sends nothing; each attempt is recorded.
 */
import { isString } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import { HookRefused } from '../kernel/hook-sender.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { principalsOf } from '../people/principals.ts';
import { decryptSecret } from '../secrets/stored-secrets.ts';
import { deliveryDirectory, type Hook, hookDirectory, readHook } from './hooks.ts';
import { hookJobKind } from './queue-hooks.ts';

/** About an hour and a half with the pauses between them. */
const attempts = 10;
const retentionDays = 14;

export const hookJob: JobHandler = {
  kind: hookJobKind,
  attempts,
  run: async (repository, job) => {
    const id = isString(job.payload.delivery) ? job.payload.delivery : '';
    const found = await deliveryOf(repository, id);
    if (!found) return { sent: false };
    const { hook, body, mayDeliver } = found;
    if (!mayDeliver || !hook.enabled) {
      await note(repository, id, 'refused', 'The hook is off, or its owner is no administrator');
      return { sent: false };
    }
    try {
      const { status } = await repository.ports.hookSender.send(
        hook.address,
        await headersFor(repository, hook, id, body),
        body,
      );
      if (status < 200 || status > 299) throw new Error(`The address answered ${status}`);
      await note(repository, id, 'delivered', String(status));
      return { sent: true };
    } catch (error) {
      const outcome = error instanceof Error ? error.message : String(error);
      if (error instanceof HookRefused) {
        await note(repository, id, 'refused', outcome);
        return { sent: false };
      }
      await note(repository, id, job.attempts >= attempts ? 'failed' : 'waiting', outcome);
      throw error;
    }
  },
};

/** Signature and time, so that the receiver can check the origin, the content and the age. */
async function headersFor(
  repository: Repository,
  hook: Hook,
  delivery: string,
  body: string,
): Promise<Readonly<Record<string, string>>> {
  const secret = decryptSecret(repository, hookDirectory, hook.id, hook.secret);
  const timestamp = String(Math.floor(repository.ports.clock.now().getTime() / 1000));
  return {
    'content-type': 'application/json',
    'user-agent': 'Muniment',
    'muniment-delivery': delivery,
    'muniment-timestamp': timestamp,
    'muniment-signature': `v1=${await signature(secret, `${timestamp}.${body}`)}`,
  };
}

async function signature(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function deliveryOf(repository: Repository, id: string) {
  return readStores(repository, async (stores) => {
    const delivery = await stores.entries.get(deliveryDirectory, id);
    const entry = delivery && (await stores.entries.get(hookDirectory, String(delivery.fields.hook)));
    if (!delivery || !entry) return undefined;
    const hook = readHook(entry);
    const owner = await principalsOf(stores, repository.settings.administratorGroups, hook.owner);
    const { body } = delivery.fields;
    return { hook, body: isString(body) ? body : '', mayDeliver: owner?.isAdministrator === true };
  });
}

async function note(repository: Repository, id: string, state: string, outcome: string): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const entry = await entries.getForUpdate(deliveryDirectory, id);
    if (!entry) return;
    const made = typeof entry.fields.attempts === 'number' ? entry.fields.attempts : 0;
    await entries.update(deliveryDirectory, id, { ...entry.fields, state, outcome, attempts: made + 1 });
  });
}

export async function sendAgain(session: Session, hook: string, delivery: string): Promise<void> {
  if (!session.principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
  const { entries, jobs } = await session.write();
  const entry = await entries.getForUpdate(deliveryDirectory, delivery);
  if (entry?.fields.hook !== hook) throw errors.notFound(`There is no delivery ${delivery}`);
  await entries.update(deliveryDirectory, delivery, { ...entry.fields, state: 'waiting' });
  const payload = { delivery };
  const runAt = session.now.toISOString();
  await jobs.enqueue({ id: crypto.randomUUID(), kind: hookJobKind, owner: null, runAt, payload });
}

/** Removes old deliveries. */
export function sweepDeliveries(repository: Repository): Promise<void> {
  return sweepEntries(
    repository,
    deliveryDirectory,
    ({ fields }, now) => Date.parse(String(fields.at)) < now.getTime() - retentionDays * 86_400_000,
  );
}
