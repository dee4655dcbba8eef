/**
 * Stands around every page that needs somebody signed in. Nobody: to the sign-in page, and back here afterwards.
 * Ended: the page stays as it is, with the sign-in layer above it.
 */

import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { paths } from '#web/paths.ts';
import { useSession } from './use-session.ts';

// Rare, or not missed at first sight: they are no part of the first view.
const AccountMenu = lazyAfterFirstView(() =>
  import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })),
);
const ConnectionBand = lazyAfterFirstView(() =>
  import('./connection-band.tsx').then((module) => ({ default: module.ConnectionBand })),
);
const DefaultPasswordNotice = lazyAfterFirstView(() =>
  import('./default-password-notice.tsx').then((module) => ({ default: module.DefaultPasswordNotice })),
);
const SignInLayer = lazy(() =>
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
      <InSlot name="foot">
        <Suspense>
          <AccountMenu />
        </Suspense>
      </InSlot>
      <Suspense>
        <ConnectionBand />
      </Suspense>
      <Suspense>
        {state.defaultPassword && state.status === 'active' ? <DefaultPasswordNotice /> : null}
      </Suspense>
      <Suspense>
        {state.status === 'expired' ? <SignInLayer username={state.username} keep={state.keep} /> : null}
      </Suspense>
    </>
  );
}
