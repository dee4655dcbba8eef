/** One application: its rights, and the buttons for it. */
import { useMutation } from '@tanstack/react-query';
import { type Application, deleteApplication } from '#web/api/applications.ts';
import { Facts } from '#web/frame/pane.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ItemPane } from '../items/item-pane.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import css from './application-pane.module.css';

export interface ApplicationPaneProps {
  readonly application: Application;
  readonly onClose: () => void;
  /** The identifier may have changed. */
  readonly onSaved: (application: Application) => void;
}

export function ApplicationPane({ application, onClose, onSaved }: ApplicationPaneProps) {
  const { t } = useTranslation('applications');
  const { t: shared } = useTranslation('administration');
  const removal = useMutation(deleteApplication());
  const { id, name, redirectURIs, isAutoGrant, isEnabled } = application;
  return (
    <ItemPane
      texts="applications"
      id={id}
      name={name}
      detail={id}
      removal={removal}
      dialog={(close) => (
        <ApplicationDialog
          application={application}
          onClose={close}
          onSaved={(saved) => {
            close();
            onSaved(saved);
          }}
        />
      )}
      onClose={onClose}
    >
      <Facts
        facts={[
          [
            t('redirects'),
            <bdi key="redirects" className={css.addresses} dir="ltr">
              {redirectURIs.map((address) => (
                <code key={address}>{address}</code>
              ))}
            </bdi>,
          ],
          [t('consent'), isAutoGrant ? t('consentNever') : t('consentOnce')],
          [shared('state'), isEnabled ? t('on') : t('off')],
        ]}
      />
    </ItemPane>
  );
}
