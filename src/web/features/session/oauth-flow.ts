/**
 * Signing in on the server's own page. From the sign-in page the whole tab goes there and returns; from the layer above a
 * page a popup does, so that the page below is kept.
 * Invariant: only the tab that began can finish: it alone has the verifier and knows the state.
 */
import { create } from 'zustand';
import type { SignedIn } from '#web/api/login.ts';
import {
  type AuthorizationAnswer,
  authorizationAddress,
  exchangeCode,
  isAuthorization,
  newAuthorization,
  readAuthorizationAnswer,
  type SignInWay,
} from '#web/api/oauth.ts';
import { runningApi } from '#web/api/start.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { SignInProblem } from './sign-in-problem.ts';
import { problemOf } from './sign-in-problem.ts';

const storageKey = 'muniment.authorization';
const channelName = 'muniment.authorization';

/** Why the return from the server did not give a session; shown on the sign-in page. */
export const useArrival = create<{ readonly problem: SignInProblem | null }>(() => ({ problem: null }));

/** PKCE needs Web Crypto, which plain http to another machine does not have. */
export function canAuthorize(): boolean {
  return globalThis.isSecureContext;
}

/**
 * @param returnTo absolute address within the app
 * @param way the way to sign in that the person chose here
 */
export async function leaveForServer(keep: boolean, returnTo: string, way?: SignInWay): Promise<void> {
  const { client, config } = runningApi();
  const authorization = newAuthorization(keep, returnTo);
  sessionStorage.setItem(storageKey, JSON.stringify(authorization));
  location.assign(await authorizationAddress(client, config, authorization, way));
}

/** Call it within a click, or the browser blocks the popup. Null if the person closed it. */
export async function authorizeInWindow(way?: SignInWay): Promise<SignedIn | null> {
  const { client, config } = runningApi();
  const popup = window.open('', '_blank', 'popup,width=520,height=680');
  if (popup === null) throw new TypeError('The browser did not open a window.');
  const authorization = newAuthorization(false, location.href);
  const answer = awaitAnswer(authorization.state);
  popup.location.assign(await authorizationAddress(client, config, authorization, way));
  const { code } = (await answer) ?? { code: null };
  return code === null ? null : exchangeCode(client, config, code, authorization.verifier);
}

/** Called at start: finishes what this tab began, or passes the answer to the tab that opened this popup. */
export async function finishAuthorization(): Promise<void> {
  const answer = readAuthorizationAnswer(location.search);
  if (answer === null) return;
  const begun = takeBegun();
  if (begun?.state !== answer.state) {
    new BroadcastChannel(channelName).postMessage(answer);
    // Our own popup closes; a tab opened by a forged link goes on without the parameters of its address.
    window.close();
    history.replaceState(null, '', location.pathname);
    useArrival.setState({ problem: { code: 'stale' } });
    return;
  }
  history.replaceState(null, '', begun.returnTo);
  if (answer.code === null) {
    useArrival.setState({ problem: { code: 'denied', detail: answer.error ?? undefined } });
    return;
  }
  const { client, config, session } = runningApi();
  try {
    const signedIn = await exchangeCode(client, config, answer.code, begun.verifier);
    session.signIn({ ...signedIn, keep: begun.keep });
  } catch (error) {
    useArrival.setState({ problem: problemOf(error) });
  }
}

function takeBegun() {
  const text = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return isAuthorization(value) ? value : null;
  } catch {
    return null;
  }
}

/** A closed popup sends no event; focus on this window without an answer in this time means that it was closed. */
const returnTimeoutMs = 1_500;

function awaitAnswer(state: string): Promise<AuthorizationAnswer | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const settle = (answer: AuthorizationAnswer | null): void => {
      removeEventListener('focus', onReturn);
      channel.close();
      resolve(answer);
    };
    const onReturn = (): void => void setTimeout(() => settle(null), returnTimeoutMs);
    addEventListener('focus', onReturn);
    channel.onmessage = (event: MessageEvent<unknown>) => {
      const answer = event.data;
      if (!isJsonObject(answer) || answer.state !== state) return;
      settle({ state, code: isString(answer.code) ? answer.code : null, error: null });
    };
  });
}
