/** Lists the sections in which a document is published, each with a button to remove it from there. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { useId } from 'react';
import { deleteDocuments } from '#web/api/document-changes.ts';
import { breadcrumbOf, mayTry } from '#web/api/document-context.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { isStored, parentPath, type StoredDocument } from '../stored-document.ts';
import css from './place-picker.module.css';

const query =
  'SELECT * FROM Document WHERE ecm:isProxy = 1 AND ecm:proxyVersionableId = ? AND ecm:isTrashed = 0';
const view = {
  enrichers: { document: ['breadcrumb', 'permissions'] },
  fetch: { document: ['versionLabel'] },
};

/** The dialog has no room for more. */
const most = 50;

export function Publications({ documents }: { readonly documents: readonly StoredDocument[] }) {
  const { t } = useTranslation('changes');
  const label = useId();
  const removal = useMutation(deleteDocuments());
  const uid = documents.length === 1 ? documents[0]?.uid : undefined;
  const { data } = useQuery({
    ...nxqlSearch(query, { params: [uid ?? ''], pageSize: most, view }),
    enabled: uid !== undefined,
    placeholderData: undefined,
  });
  const places = (data?.entries ?? []).filter(isStored).map((shown) => ({
    shown,
    title: breadcrumbOf(shown).at(-2)?.title ?? parentPath(shown.path),
  }));
  return (
    <div className={css.publications}>
      <p>{t('publish.text')}</p>
      {removal.error === null ? null : (
        <Note kind="bad">{t('publish.stays', { reason: removal.error.message })}</Note>
      )}
      {places.length === 0 ? null : (
        <>
          <h3 id={label}>{t('publish.where')}</h3>
          <ul aria-labelledby={label}>
            {places.map(({ shown, title }) => (
              <li key={shown.uid}>
                <bdi>{title}</bdi>
                <span className={css.path}>
                  {shown.versionLabel === undefined ? '' : t('version', { label: shown.versionLabel })}
                </span>
                <IconButton
                  icon={X}
                  size="small"
                  label={t('publish.takeOut', { target: title })}
                  disabledReason={
                    mayTry(shown, 'Remove') ? undefined : t('lacking.Remove', { name: shown.title })
                  }
                  disabled={removal.isPending}
                  onClick={() => removal.mutate([shown.uid])}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
