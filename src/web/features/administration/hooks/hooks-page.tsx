/** The page of hooks, which send events to other systems. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hooks } from '#web/api/hooks.ts';
import { paths } from '#web/paths.ts';
import { ItemPage } from '../items/item-page.tsx';
import { HookDialog } from './hook-dialog.tsx';
import { HookPane } from './hook-pane.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export function HooksPage() {
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ItemPage
        texts="hooks"
        place={paths.hooks}
        items={useQuery(hooks())}
        detailOf={({ address }) => address}
        isOn={({ enabled }) => enabled}
        pane={(hook, close) => <HookPane key={hook.id} hook={hook} onClose={close} />}
        dialog={(close) => (
          <HookDialog
            onClose={close}
            onMade={(made) => {
              close();
              setSecret(made.secret);
              void navigate(paths.hooks.href(made.id));
            }}
          />
        )}
      />
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
