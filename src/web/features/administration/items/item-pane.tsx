/** One item beside the list: its facts, and the buttons for it. */
import type { UseMutationResult } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Pane } from '#web/frame/pane.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { ItemTexts } from './item-texts.ts';

export interface ItemPaneProps {
  readonly texts: ItemTexts;
  readonly id: string;
  readonly name: string;
  /** The line below the name. */
  readonly detail: string;
  /** Placed between the buttons for changing and deleting. */
  readonly actions?: ReactNode;
  readonly removal: UseMutationResult<unknown, Error, string>;
  readonly dialog: (close: () => void) => ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ItemPane({
  texts,
  id,
  name,
  detail,
  actions,
  removal,
  dialog,
  onClose,
  children,
}: ItemPaneProps) {
  const { t } = useTranslation(texts);
  const { t: shared } = useTranslation('administration');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <Pane
      title={name}
      detail={<code dir="ltr">{detail}</code>}
      onClose={onClose}
      foot={
        <>
          <Button icon={Pencil} onClick={() => setOpen('edit')}>
            {shared('edit')}
          </Button>
          {actions}
          <Button variant="danger" onClick={() => setOpen('delete')}>
            {shared('delete')}
          </Button>
        </>
      }
    >
      {children}
      {open === 'edit' ? dialog(close) : null}
      {open === 'delete' ? (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          verb={shared('delete')}
          pending={removal.isPending}
          refusal={removal.error?.message}
          onClose={close}
          onConfirm={() =>
            removal.mutate(id, {
              onSuccess: () => {
                addToast({ text: t('deleted', { name }) });
                onClose();
              },
            })
          }
        >
          {t('deleteText')}
        </ConfirmDialog>
      ) : null}
    </Pane>
  );
}
