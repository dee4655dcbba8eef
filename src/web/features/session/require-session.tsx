/**
 * Wraps every page that needs a session. Signed out: redirects to the sign-in page, and back here afterwards.
 * Expired: the page stays, with the sign-in layer above it.
 */

import { type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { paths } from '#web/paths.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useSession } from './use-session.ts';

// Rarely needed, or not needed at first, so they are not part of the first view.
const SessionParts = lazyAfterFirstView(() =>
  import('./session-parts.tsx').then((module) => ({ default: module.SessionParts })),
);
const SignInLayer = lazyPart(() =>
  import('./sign-in-layer.tsx').then((module) => ({ default: module.SignInLayer })),
);

export function RequireSession({ children }: { readonly children: ReactNode }) {
  const state = useSession();
  const { pathname, search, hash } = useLocation();
  if (state.status === 'signed-out') {
    return <Navigate to={paths.login.href(`${pathname}${search}${hash}`)} replace />;
  }
  return (
    <>
      {children}
      <Suspense>
        <SessionParts warns={state.defaultPassword && state.status === 'active'} />
      </Suspense>
      <Suspense fallback={<AwaitedDialog />}>
        {state.status === 'expired' ? <SignInLayer username={state.username} keep={state.keep} /> : null}
      </Suspense>
    </>
  );
}
