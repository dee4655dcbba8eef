/** The administration's page: statistics, audit log, job queue and servers. The address says which of them is shown. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { servers } from '#web/api/management.ts';
import { me } from '#web/api/me.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Sections } from '../sections.tsx';
import { AuditPart } from './audit-part.tsx';
import css from './overview.module.css';
import { QueuePart } from './queue-part.tsx';
import { ServersPart } from './servers-part.tsx';
import { StatisticsPart } from './statistics-part.tsx';

const parts = {
  audit: AuditPart,
  statistics: StatisticsPart,
  queue: QueuePart,
  servers: ServersPart,
} as const;

type Part = keyof typeof parts;

function isPart(name: string | undefined): name is Part {
  return name !== undefined && Object.hasOwn(parts, name);
}

export function OverviewPage() {
  const { t } = useTranslation('administration');
  const { id: part } = useParams();
  const self = useQuery(me()).data;
  const chosen = isPart(part) ? part : 'audit';
  return (
    <section className={css.page} aria-label={t('title')}>
      <PagePlace
        above={[{ to: paths.admin.href(), title: t('title') }]}
        title={t(`${chosen}.title`)}
        hasSiblingLinks
      />
      <VisuallyHidden as="h1" on="phone" className={css.title}>
        {t(`${chosen}.title`)}
      </VisuallyHidden>
      {self === undefined ? (
        <Skeleton width="70%" />
      ) : self.isAdministrator ? (
        <Parts chosen={chosen} />
      ) : (
        <Note>{t('notAllowed')}</Note>
      )}
    </section>
  );
}

function Parts({ chosen }: { readonly chosen: Part }) {
  const { isSuccess } = useQuery(servers());
  const offered: readonly Part[] = isSuccess ? ['audit', 'statistics', 'queue', 'servers'] : ['audit'];
  const Shown = parts[chosen];
  return (
    <>
      <Sections />
      {offered.includes(chosen) ? <Shown /> : null}
    </>
  );
}
