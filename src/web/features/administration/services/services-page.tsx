/** The page on which administrators set up linked services. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type LinkedService, linkedServices } from '#web/api/linked-services.ts';
import { me } from '#web/api/me.ts';
import { paths } from '#web/paths.ts';
import { ItemPage } from '../items/item-page.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import { ServicePane } from './service-pane.tsx';

export function ServicesPage() {
  const navigate = useNavigate();
  // Saving may have changed its id.
  const show = ({ id }: LinkedService) => void navigate(paths.services.href(id));
  return (
    <ItemPage
      texts="services"
      place={paths.services}
      items={useQuery(linkedServices())}
      isRefused={useQuery(me()).data?.isAdministrator === false}
      detailOf={({ id }) => id}
      isOn={({ isEnabled }) => isEnabled}
      pane={(service, close) => (
        <ServicePane key={service.id} service={service} onClose={close} onSaved={show} />
      )}
      dialog={(close) => (
        <ServiceDialog
          onClose={close}
          onSaved={(made) => {
            close();
            show(made);
          }}
        />
      )}
    />
  );
}
