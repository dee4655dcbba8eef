/** One application: what it may do, and what can be done with it. */
import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type Application, deleteApplication } from '#web/api/applications.ts';
import { Facts, Pane } from '#web/frame/pane.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import css from './application-pane.module.css';

export interface ApplicationPaneProps {
  readonly application: Application;
  readonly onClose: () => void;
  /** Its identifier may be another one then. */
  readonly onSaved: (application: Application) => void;
}

export function ApplicationPane({ application, onClose, onSaved }: ApplicationPaneProps) {
  const { t } = useTranslation('applications');
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const removal = useMutation(deleteApplication());
  const { id, name, redirectURIs, isAutoGrant, isEnabled } = application;
  return (
    <Pane
      title={name}
      detail={<code dir="ltr">{id}</code>}
      onClose={onClose}
      foot={
        <>
          <Button icon={Pencil} onClick={() => setDialog('edit')}>
            {t('edit')}
          </Button>
          <Button look="danger" onClick={() => setDialog('delete')}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [
            t('redirects'),
            <span key="redirects" className={css.addresses} dir="ltr">
              {redirectURIs.map((address) => (
                <code key={address}>{address}</code>
              ))}
            </span>,
          ],
          [t('consent'), isAutoGrant ? t('consentNever') : t('consentOnce')],
          [t('state'), isEnabled ? t('on') : t('off')],
        ]}
      />
      {dialog === 'edit' ? (
        <ApplicationDialog
          application={application}
          onClose={() => setDialog(null)}
          onSaved={(saved) => {
            setDialog(null);
            onSaved(saved);
          }}
        />
      ) : null}
      {dialog === 'delete' ? (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          verb={t('delete')}
          pending={removal.isPending}
          refusal={removal.error?.message}
          onClose={() => setDialog(null)}
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
