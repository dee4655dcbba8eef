/** The details of a linked service, with its addresses and commands. */
import { useMutation } from '@tanstack/react-query';
import { deleteLinkedService, type LinkedService } from '#web/api/linked-services.ts';
import { Facts } from '#web/frame/pane.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ItemPane } from '../items/item-pane.tsx';
import { ServiceDialog } from './service-dialog.tsx';

export interface ServicePaneProps {
  readonly service: LinkedService;
  readonly onClose: () => void;
  /** Saving may have changed its id. */
  readonly onSaved: (service: LinkedService) => void;
}

export function ServicePane({ service, onClose, onSaved }: ServicePaneProps) {
  const { t } = useTranslation('services');
  const { t: shared } = useTranslation('administration');
  const removal = useMutation(deleteLinkedService());
  const { id, name, clientId, authorizationServerURL, tokenServerURL, userAuthorizationURL, scopes } =
    service;
  return (
    <ItemPane
      texts="services"
      id={id}
      name={name}
      detail={id}
      removal={removal}
      dialog={(close) => (
        <ServiceDialog
          service={service}
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
          [t('clientId'), clientId],
          [t('authorization'), authorizationServerURL],
          [t('token'), tokenServerURL],
          [t('user'), userAuthorizationURL],
          [t('scopes'), scopes.join(' ')],
          [shared('state'), service.isEnabled ? t('on') : t('off')],
        ]}
      />
    </ItemPane>
  );
}
