/** The dialog for a new item, or for changes to one. */
import type { ReactNode } from 'react';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ItemTexts } from './item-texts.ts';
import css from './items.module.css';

interface Saving {
  readonly error: Error | null;
  readonly isPending: boolean;
}

export interface ItemDialogProps {
  readonly texts: ItemTexts;
  /** Its current name; undefined for a new one. */
  readonly name: string | undefined;
  /** The state of the dialog's mutations. */
  readonly saving: readonly Saving[];
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ItemDialog({ texts, name, saving, onSave, onClose, children }: ItemDialogProps) {
  const { t } = useTranslation(texts);
  const { t: shared } = useTranslation('administration');
  const isPending = saving.some((one) => one.isPending);
  const error = saving.find((one) => one.error !== null)?.error;
  return (
    <Dialog
      open
      guarded
      title={name === undefined ? t('new') : t('editTitle', { name })}
      onClose={onClose}
      onSubmit={() => {
        if (!isPending) onSave();
      }}
      footer={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {shared('save')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        {error ? <RefusalNote error={error} isForm /> : null}
        {children}
      </div>
    </Dialog>
  );
}
