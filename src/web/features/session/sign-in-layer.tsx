/**
 * Signing in again above a page whose session has expired. The page below stays, with typed text and selection, and pending
 * requests are sent afterwards. If the layer is closed, a band can reopen it.
 */
import { useRef, useState } from 'react';
import type { SignedIn } from '#web/api/login.ts';
import { runningApi } from '#web/api/start.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { mayLoseUnsaved } from '#web/frame/leaving.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Band } from './band.tsx';
import { authorizeInWindow } from './oauth-flow.ts';
import { SignInMethods } from './sign-in-methods.tsx';
import { startAgain, useSignOut } from './sign-out.ts';

export interface SignInLayerProps {
  readonly username: string;
  readonly keep: boolean;
}

export function SignInLayer({ username, keep }: SignInLayerProps) {
  const { t } = useTranslation('session');
  const [open, setOpen] = useState(true);
  const back = useRef<HTMLButtonElement>(null);
  const signOut = useSignOut();
  const resume = async (signedIn: SignedIn): Promise<void> => {
    const isSomebodyElse = signedIn.username !== username;
    if (isSomebodyElse && !(await mayLoseUnsaved(false))) return;
    runningApi().session.signIn({ ...signedIn, keep });
    // For another person the app restarts, so that nothing of this page is left.
    if (isSomebodyElse) startAgain();
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('layer.title')}
        description={t('layer.text', { username })}
        size="small"
        guarded
        // The element that had the focus may be disabled until the session is back.
        finalFocus={back}
        footer={<Button onClick={signOut}>{t('layer.other')}</Button>}
      >
        <SignInMethods
          username={username}
          keep={keep}
          onSignedIn={(signedIn) => void resume(signedIn)}
          authorize={authorizeInWindow}
        />
      </Dialog>
      {open ? null : (
        <InSlot name="banner">
          <Band
            label={t('layer.title')}
            action={
              <Button ref={back} onClick={() => setOpen(true)}>
                {t('signIn')}
              </Button>
            }
          >
            {t('layer.band')}
          </Band>
        </InSlot>
      )}
    </>
  );
}
