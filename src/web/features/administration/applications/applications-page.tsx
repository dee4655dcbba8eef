/** The page of applications to which people can give access. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type Application, applications } from '#web/api/applications.ts';
import { paths } from '#web/paths.ts';
import { ItemPage } from '../items/item-page.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { ApplicationPane } from './application-pane.tsx';

export function ApplicationsPage() {
  const navigate = useNavigate();
  // The identifier may have changed.
  const show = ({ id }: Application) => void navigate(paths.applications.href(id));
  return (
    <ItemPage
      texts="applications"
      place={paths.applications}
      items={useQuery(applications())}
      detailOf={({ id }) => id}
      isOn={({ isEnabled }) => isEnabled}
      pane={(application, close) => (
        <ApplicationPane key={application.id} application={application} onClose={close} onSaved={show} />
      )}
      dialog={(close) => (
        <ApplicationDialog
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
