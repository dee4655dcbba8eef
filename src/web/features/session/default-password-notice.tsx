/** Warns that the first administrator still has the well-known password, with which anybody could sign in. */
import { X } from 'lucide';
import { useState } from 'react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Band } from './band.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export function DefaultPasswordNotice() {
  const { t } = useTranslation('session');
  const [changing, setChanging] = useState(false);
  const [aside, setAside] = useState(isPutAside);
  const putAside = () => {
    setAside(true);
    rememberPutAside();
  };
  return (
    <>
      {aside ? null : (
        <InSlot name="banner">
          <Band
            label={t('password.label')}
            isOneLine
            aside={t('defaultPassword.risk')}
            action={
              <>
                <Button size="small" onClick={() => setChanging(true)}>
                  {t('defaultPassword.change')}
                </Button>
                <IconButton icon={X} size="small" label={t('defaultPassword.close')} onClick={putAside} />
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

const putAsideKey = 'muniment.default-password';

/** A closed notice stays closed on this device. */
function isPutAside(): boolean {
  try {
    return localStorage.getItem(putAsideKey) !== null;
  } catch {
    return false;
  }
}

function rememberPutAside(): void {
  try {
    localStorage.setItem(putAsideKey, String(Date.now()));
  } catch {
    // Storage may be refused; then it stays closed only until a reload.
  }
}
