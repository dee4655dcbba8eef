/** What other systems are told, for administrators: the hooks, and one of them beside. The address says which. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { hasStatus } from '#web/api/api-error.ts';
import { type Hook, hooks } from '#web/api/hooks.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { useNavigate, useParams } from '#web/routing/address.ts';
import { Link } from '#web/routing/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import css from '#web/ui/list-page.module.css';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { HookDialog } from './hook-dialog.tsx';
import { HookPane } from './hook-pane.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export function HooksPage() {
  const { t } = useTranslation('hooks');
  const navigate = useNavigate();
  const { id } = useParams();
  const { data, error, refetch } = useQuery(hooks());
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const chosen = data?.find((hook) => hook.id === id);
  const refused = hasStatus(error, 403);
  const above = (
    <Link key="all" to={paths.hooks.href()}>
      {t('title')}
    </Link>
  );
  return (
    <section className={css.page} aria-label={t('title')}>
      <PagePlace above={chosen === undefined ? [] : [above]} title={chosen?.name ?? t('title')} />
      <VisuallyHidden as="h1" on="phone" className={css.title}>
        {t('title')}
      </VisuallyHidden>
      <p className={css.text}>{t('text')}</p>
      {data === undefined ? null : (
        <InSlot name="actions">
          <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
            {t('new')}
          </Button>
        </InSlot>
      )}
      {error === null ? null : (
        <Note kind={refused ? 'info' : 'bad'} onRetry={refused ? undefined : () => void refetch()}>
          {refused ? t('notAllowed') : t('failed', { reason: error.message })}
        </Note>
      )}
      {data === undefined && error === null ? <Skeleton width="70%" /> : null}
      {data?.length === 0 ? <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState> : null}
      <ul aria-label={t('title')}>
        {data?.map((hook) => (
          <OneHook key={hook.id} hook={hook} current={hook.id === id} />
        ))}
      </ul>
      {chosen === undefined ? null : (
        <HookPane key={chosen.id} hook={chosen} onClose={() => void navigate(paths.hooks.href())} />
      )}
      {creating ? (
        <HookDialog
          onClose={() => setCreating(false)}
          onMade={(made) => {
            setCreating(false);
            setSecret(made.secret);
            void navigate(paths.hooks.href(made.id));
          }}
        />
      ) : null}
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}

function OneHook({ hook, current }: { readonly hook: Hook; readonly current: boolean }) {
  const { t } = useTranslation('hooks');
  const { id, name, address, enabled } = hook;
  return (
    <li className={css.line}>
      <Link to={paths.hooks.href(id)} aria-current={current ? 'true' : undefined}>
        <bdi>{name}</bdi>
        <code dir="ltr">{address}</code>
      </Link>
      {enabled ? null : <Chip>{t('off')}</Chip>}
    </li>
  );
}
