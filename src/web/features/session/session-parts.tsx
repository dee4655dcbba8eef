// What stands around every page of somebody signed in, and nobody misses at first sight: the account, what is wrong with the
// line, a password that everybody knows.
import { lazy, Suspense } from 'react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionBand } from './connection-band.tsx';

const DefaultPasswordNotice = lazy(() =>
  import('./default-password-notice.tsx').then((module) => ({ default: module.DefaultPasswordNotice })),
);

export interface SessionPartsProps {
  /** The account has its first password still. */
  readonly warns: boolean;
}

export function SessionParts({ warns }: SessionPartsProps) {
  return (
    <>
      <InSlot name="foot">
        <AccountMenu />
      </InSlot>
      <ConnectionBand />
      <Suspense>{warns ? <DefaultPasswordNotice /> : null}</Suspense>
    </>
  );
}
