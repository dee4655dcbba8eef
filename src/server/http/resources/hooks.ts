/** `/hook`: webhooks. Invariant: administrators only; a secret is returned once. */
import { sendAgain } from '#server/core/hooks/hook-job.ts';
import {
  createHook,
  deleteHook,
  type Hook,
  listDeliveries,
  listHooks,
  updateHook,
} from '#server/core/hooks/hooks.ts';
import { forgetHooks, queueTest } from '#server/core/hooks/queue-hooks.ts';
import type { Call } from '../application.ts';
import { readJsonObject } from '../request-body.ts';
import { asSecret, empty, json, noContent } from '../responses.ts';

interface Named {
  readonly hook: string;
}

export async function list({ session }: Call): Promise<Response> {
  return json({ hooks: (await listHooks(session)).map(presentHook) });
}

export async function create(call: Call): Promise<Response> {
  const hook = await createHook(call.session, await readJsonObject(call.request));
  changed(call);
  return asSecret(json({ ...presentHook(hook), secret: hook.secret }, 201));
}

export async function update(call: Call, { hook }: Named): Promise<Response> {
  const updated = await updateHook(call.session, hook, await readJsonObject(call.request));
  changed(call);
  return json(presentHook(updated));
}

export async function remove(call: Call, { hook }: Named): Promise<Response> {
  await deleteHook(call.session, hook);
  changed(call);
  return noContent();
}

export async function test({ session }: Call, { hook }: Named): Promise<Response> {
  await queueTest(session, hook);
  return empty(202);
}

export async function deliveries({ session }: Call, { hook }: Named): Promise<Response> {
  return json({ deliveries: await listDeliveries(session, hook) });
}

export async function again(
  { session }: Call,
  { hook, delivery }: Named & { readonly delivery: string },
): Promise<Response> {
  await sendAgain(session, hook, delivery);
  return empty(202);
}

function changed({ session }: Call): void {
  const { store } = session.repository.ports;
  session.afterCommit(() => forgetHooks(store));
}

export function presentHook({ secret: _secret, path, ...hook }: Hook) {
  return { ...hook, path: path ?? null };
}
