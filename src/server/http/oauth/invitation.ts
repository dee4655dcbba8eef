/**
 * The page where an invited person sets a first password, with the code from the mail (core/people/invitations.ts).
 * Invariant: the code is sent only in the form, never in an address; guesses are limited.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { acceptInvitation } from '#server/core/people/invitations.ts';
import { noteFailure, requireFewFailures } from '#server/core/signin/sign-in-limits.ts';
import type { Application } from '../application.ts';
import { addressOf } from '../authentication/authenticate.ts';
import type { PageFrame } from './pages.ts';
import { invitationPage, welcomePage } from './pages.ts';

export async function invitationAnswer(
  application: Application,
  request: Request,
  form: URLSearchParams,
  frame: PageFrame,
): Promise<Response> {
  const least = Math.max(1, application.repository.settings.minPasswordLength);
  const show = (given: Parameters<typeof invitationPage>[2]): Response => invitationPage(frame, least, given);
  if (request.method === 'GET') return show({ username: '', code: '' });
  const { repository } = application;
  const username = (form.get('user_name') ?? '').trim();
  const code = (form.get('code') ?? '').trim();
  const attempt = { address: addressOf(application, request), username };
  try {
    await readStores(repository, ({ entries }) =>
      requireFewFailures(entries, repository.ports.clock.now(), attempt),
    );
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.status !== 429) throw error;
    return show({ username, code, problem: 'tooMany' });
  }
  const outcome = await inSession(repository, { principals: { ...systemPrincipals, username } }, (session) =>
    acceptInvitation(session, { username, code, password: form.get('user_password') ?? '' }),
  );
  if (outcome === 'accepted') return welcomePage(frame);
  if (outcome === 'badPassword') return show({ username, code, problem: 'badPassword' });
  await inSession(repository, { principals: { ...systemPrincipals, username } }, (session) =>
    noteFailure(session, attempt),
  );
  return show({ username, code, problem: 'wrongCode' });
}
