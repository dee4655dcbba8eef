/** Applications that people may give access to, for administrators, and one of them beside. The address says which. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { hasStatus } from '#web/api/api-error.ts';
import { type Application, applications } from '#web/api/applications.ts';
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
import { ApplicationDialog } from './application-dialog.tsx';
import { ApplicationPane } from './application-pane.tsx';

export function ApplicationsPage() {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const { id } = useParams();
  const { data, error, refetch } = useQuery(applications());
  const [creating, setCreating] = useState(false);
  const chosen = data?.find((application) => application.id === id);
  const refused = hasStatus(error, 403);
  const show = (application: Application) => void navigate(paths.applications.href(application.id));
  const above = (
    <Link key="all" to={paths.applications.href()}>
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
        {data?.map((application) => (
          <li key={application.id} className={css.line}>
            <Link
              to={paths.applications.href(application.id)}
              aria-current={application.id === id ? 'true' : undefined}
            >
              <bdi>{application.name}</bdi>
              <code dir="ltr">{application.id}</code>
            </Link>
            {application.isEnabled ? null : <Chip>{t('off')}</Chip>}
          </li>
        ))}
      </ul>
      {chosen === undefined ? null : (
        <ApplicationPane
          key={chosen.id}
          application={chosen}
          onClose={() => void navigate(paths.applications.href())}
          onSaved={show}
        />
      )}
      {creating ? (
        <ApplicationDialog
          onClose={() => setCreating(false)}
          onSaved={(made) => {
            setCreating(false);
            show(made);
          }}
        />
      ) : null}
    </section>
  );
}
