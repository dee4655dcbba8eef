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
            action={
              <>
                <Button size="small" onClick={() => setChanging(true)}>
                  {t('defaultPassword.change')}
                </Button>
                <Button size="small" look="quiet" onClick={putAside}>
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

const putAsideKey = 'muniment.default-password';
const restMs = 7 * 86_400_000;

/** "Later" is a week. */
function isPutAside(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(putAsideKey) ?? 0) < restMs;
  } catch {
    return false;
  }
}

function rememberPutAside(): void {
  try {
    localStorage.setItem(putAsideKey, String(Date.now()));
  } catch {
    // Storage may be refused; it then lasts as long as the page.
  }
}
