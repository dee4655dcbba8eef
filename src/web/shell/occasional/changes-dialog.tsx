// The changes made since the page was opened, newest first, each with Undo or the reason why it has none.

import { undoChange, useSessionChanges } from '#web/frame/session-changes.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import css from './changes-dialog.module.css';

export function ChangesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('occasional');
  const { t: frame } = useTranslation('shell');
  const { t: controls } = useTranslation('ui');
  const format = useFormat();
  const changes = useSessionChanges((state) => state.changes);
  return (
    <Dialog
      open
      title={frame('changes.label')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('changes.close')}</Button>}
    >
      {changes.length === 0 ? <p className={css.none}>{t('changes.none')}</p> : null}
      <ol className={css.changes}>
        {changes.toReversed().map(({ id, text, at, undone, lasting }) => (
          <li key={id} data-undone={undone || undefined}>
            <span className={css.text} dir="auto">
              {text}
              <time dateTime={at.toISOString()}>{format.day(at)}</time>
              {lasting === undefined ? null : <span className={css.lasting}>{lasting}</span>}
            </span>
            {lasting !== undefined ? null : undone ? (
              <span className={css.undone}>{t('changes.undone')}</span>
            ) : (
              <Button size="small" aria-label={t('changes.undo', { text })} onClick={() => undoChange(id)}>
                {controls('undo')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
