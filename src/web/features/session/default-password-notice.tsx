/** The first administrator's well-known password is in use: anybody who reaches the server could come in. */
import { useState } from 'react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Band } from './band.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export function DefaultPasswordNotice() {
  const { t } = useTranslation('session');
  const [changing, setChanging] = useState(false);
  const [aside, setAside] = useState(false);
  return (
    <>
      {aside ? null : (
        <InSlot name="banner">
          <Band
            label={t('password.label')}
            action={
              <>
                <Button size="small" onClick={() => setChanging(true)}>
                  {t('defaultPassword.change')}
                </Button>
                <Button size="small" look="quiet" onClick={() => setAside(true)}>
                  {t('defaultPassword.later')}
                </Button>
              </>
            }
          >
            {t('defaultPassword.text')}
          </Band>
        </InSlot>
      )}
      <ChangePasswordDialog open={changing} onClose={() => setChanging(false)} />
    </>
  );
}
