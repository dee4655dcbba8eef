/** The document that a task is about, with a link to it. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { documentById } from '#web/api/document-by-id.ts';
import { shownName } from '#web/documents/kind-word.ts';
import { Thumbnail } from '#web/documents/thumbnail.tsx';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './task-page.module.css';

const cardView = {
  schemas: ['dublincore', 'uid', 'file'],
  enrichers: { document: ['thumbnail'] },
  fetch: { document: ['versionLabel'] },
};

export function TargetCard({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('tasks');
  const kinds = useKindWords();
  const { data, error } = useQuery(documentById(uid, cardView));
  if (error !== null) return <Note kind="warn">{t('documentFailed', { reason: error.message })}</Note>;
  if (data === undefined) return <Skeleton width="60%" height={72} />;
  // 0.0 = the document was never checked in.
  const version = data.versionLabel === '0.0' ? '' : (data.versionLabel ?? '');
  return (
    <div className={css.card}>
      <div className={css.picture}>
        <Thumbnail document={data} glyphSize={40} />
      </div>
      <div>
        <b>
          <bdi>{shownName(data)}</bdi>
        </b>
        <span>
          {version === '' ? kinds.of(data) : t('kindAndVersion', { kind: kinds.of(data), version })}
        </span>
      </div>
      <Link className={buttonClass({ size: 'small' })} to={paths.doc.href(uid)}>
        {t('open')}
      </Link>
    </div>
  );
}
