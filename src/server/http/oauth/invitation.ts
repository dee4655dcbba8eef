/**
 * Where an invited person sets a first password, with the code that came by mail (core/people/invitations.ts).
 * Invariant: the code travels in the form only, never in an address; guessing it is slowed down.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { acceptInvitation } from '#server/core/people/invitations.ts';
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
  if (request.method === 'GET') return invitationPage(frame, { username: '', code: '' });
  const { repository, loginLimiter } = application;
  const username = (form.get('user_name') ?? '').trim();
  const code = (form.get('code') ?? '').trim();
  const address = addressOf(application, request);
  try {
    loginLimiter.check(address, username);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return invitationPage(frame, { username, code, problem: 'tooMany' });
  }
  const outcome = await inSession(repository, { principals: { ...systemPrincipals, username } }, (session) =>
    acceptInvitation(session, { username, code, password: form.get('user_password') ?? '' }),
  );
  if (outcome === 'accepted') return welcomePage(frame);
  if (outcome === 'tooShort') return invitationPage(frame, { username, code, problem: 'tooShort' });
  loginLimiter.failed(address, username);
  return invitationPage(frame, { username, code, problem: 'wrongCode' });
}
