// Parts around every page of a signed-in person that can load later: the account, the connection band, the warning about
// the default password.
import { useQuery } from '@tanstack/react-query';
import { Shield } from 'lucide';
import { Suspense, useEffect } from 'react';
import { me } from '#web/api/me.ts';
import { useAccountPart } from '#web/frame/account-part.ts';
import { setAddedPlaces } from '#web/frame/added-places.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Account } from './account.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionBand } from './connection-band.tsx';
import { MissingParts } from './missing-parts.tsx';

const DefaultPasswordNotice = lazyPart(() =>
  import('./default-password-notice.tsx').then((module) => ({ default: module.DefaultPasswordNotice })),
);

useAccountPart.setState({ Account });

export interface SessionPartsProps {
  /** The account still has its default password. */
  readonly warns: boolean;
}

export function SessionParts({ warns }: SessionPartsProps) {
  const { t } = useTranslation('session');
  const { data } = useQuery(me());
  const administration = data?.isAdministrator === true ? t('administration') : null;
  useEffect(
    () =>
      setAddedPlaces(
        'administration',
        administration === null ? [] : [{ to: paths.admin.href(), label: administration, icon: Shield }],
      ),
    [administration],
  );
  return (
    <>
      <InSlot name="foot">
        <AccountMenu />
      </InSlot>
      <ConnectionBand />
      <MissingParts />
      <Suspense>{warns ? <DefaultPasswordNotice /> : null}</Suspense>
    </>
  );
}
