// On a document's page: how many of its changes wait until the server answers, or for a decision.

import { openWaiting } from '#web/frame/waiting-dialog.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { useWaitingOf } from './use-waiting.ts';
import css from './waiting.module.css';

export function WaitingNote({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('waiting');
  const changes = useWaitingOf(uid);
  if (changes.length === 0) return null;
  const troubled = changes.filter(({ trouble }) => trouble !== null).length;
  return (
    <div className={css.note}>
      <Note
        kind={troubled > 0 ? 'warn' : 'info'}
        action={
          <Button size="small" onClick={openWaiting}>
            {t('show')}
          </Button>
        }
      >
        {troubled > 0
          ? t('note.troubled', { count: troubled })
          : t('note.waiting', { count: changes.length })}
      </Note>
    </div>
  );
}
