/** What a person has created and the space it takes, and the folders on which they have rights, by name or by a group. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { createdBy, rightsGivenTo } from '#web/api/accounts.ts';
import { addressOf } from '#web/documents/open-document.ts';
import { isStored } from '#web/documents/stored-document.ts';
import { Facts, PaneSection } from '#web/frame/pane.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './user-account.module.css';

export interface UserReachProps {
  readonly id: string;
  /** Inherited groups, too. */
  readonly groups: readonly string[];
}

const mostPlaces = 20;

export function UserReach({ id, groups }: UserReachProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const made = useQuery(createdBy(id));
  const { data, error, refetch } = useQuery(rightsGivenTo([id, ...groups], mostPlaces));
  const total = data?.resultsCount ?? 0;
  const more = total - mostPlaces;
  return (
    <>
      <PaneSection title={t('made.title')}>
        {made.error === null ? null : (
          <Note onRetry={() => void made.refetch()}>{t('failed', { reason: made.error.message })}</Note>
        )}
        {made.data === undefined ? null : (
          <Facts
            facts={[
              [t('made.documents'), format.count(made.data.documents)],
              [t('made.storage'), format.size(made.data.bytes)],
            ]}
          />
        )}
      </PaneSection>
      <PaneSection
        title={t('reach.title')}
        end={<span>{data === undefined ? '' : format.count(total)}</span>}
      >
        {error === null ? null : (
          <Note onRetry={() => void refetch()}>{t('failed', { reason: error.message })}</Note>
        )}
        {data === undefined && error === null ? <Skeleton width="70%" /> : null}
        {data !== undefined && total === 0 ? <p>{t('reach.none')}</p> : null}
        <ul aria-label={t('reach.title')}>
          {data?.entries.filter(isStored).map((document) => (
            <li key={document.uid}>
              <Link className={css.place} to={addressOf(document)}>
                <BidiName>{document.title}</BidiName>
                <bdi dir="ltr">{document.path}</bdi>
              </Link>
            </li>
          ))}
        </ul>
        {more > 0 ? <p>{t('reach.more', { count: more, number: format.count(more) })}</p> : null}
      </PaneSection>
    </>
  );
}
