// Asks before something that cannot be undone. An error is shown in the same dialog.
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './note.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the button: "Delete". */
  readonly verb: string;
  readonly pending: boolean;
  readonly refusal: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, verb, pending, refusal, onConfirm, onClose } = props;
  const { t } = useTranslation('ui');
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={children}
      onClose={onClose}
      onSubmit={onConfirm}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger-fill" loading={pending}>
            {verb}
          </Button>
        </>
      }
    >
      {refusal === undefined ? null : <Note kind="bad">{refusal}</Note>}
    </Dialog>
  );
}
