/** Signs out: asks the server to revoke its tokens, and makes the page forget everything. */

import { useHref } from 'react-router-dom';
import { isApiError } from '#web/api/api-error.ts';
import { runningApi } from '#web/api/start.ts';
import { askBeforeLeaving } from '#web/documents/waiting/ask-before-leaving.ts';
import { cleanUpBeforeLeaving, forgetUnsaved } from '#web/frame/leaving.ts';
import { paths } from '#web/paths.ts';

/** Reloads the page, so that caches, selections and clipboards are lost. */
export function startAgain(href = document.baseURI): void {
  forgetUnsaved();
  history.replaceState(null, '', href);
  location.reload();
}

/** Do not keep the person waiting longer for the server. */
const timeoutMs = 2_000;

export function useSignOut(): () => void {
  const login = useHref(paths.login.href());
  const goOn = (): void => {
    const { client, config, session } = runningApi();
    const state = session.getState();
    const leave = (end?: string): void => {
      forgetUnsaved();
      session.signOut();
      if (end === undefined) startAgain(login);
      else location.assign(end);
    };
    if (state.status === 'signed-out') {
      leave();
      return;
    }
    const given = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
    const revoked = import('#web/api/sign-in.ts')
      .then(({ signOut }) => signOut(client, config, state))
      .catch((error: unknown) => {
        // With an expired session, or without a connection, the token cannot be revoked; it is forgotten here all the same.
        if (!isApiError(error)) throw error;
        return undefined;
      });
    const ended = Promise.race([revoked, given]).catch(() => undefined);
    void ended.then(async (end) => {
      await cleanUpBeforeLeaving();
      leave(end);
    });
  };
  return () => void askBeforeLeaving(goOn);
}
