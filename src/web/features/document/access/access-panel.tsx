// A short list of the rights on this document; the page of its rights has the rest.

import { useQuery } from '@tanstack/react-query';
import { documentAccess, isBlock } from '#web/api/access.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import type { AceEntity } from '#wire/activity.ts';
import css from '../panel-lists.module.css';
import { principalOf } from '../principal-of.ts';
import { AccessLink } from './access-link.tsx';
import { AwaitedAccess } from './awaited-access.tsx';
import { EntryPeriod } from './entry-period.tsx';
import { PermissionName } from './permission-name.tsx';
import { useAccessSources } from './use-access-sources.ts';

export function AccessPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const access = useQuery(documentAccess(document.uid));
  const { sources } = useAccessSources(document, access.data);
  if (access.data === undefined) {
    return (
      <div className={css.panel} aria-busy={access.error === null}>
        <AwaitedAccess access={access} />
      </div>
    );
  }
  const entries = access.data.acls.flatMap(({ name, aces }) =>
    aces.filter((ace) => !isBlock(ace)).map((ace) => ({ ace, inherited: name === 'inherited' })),
  );
  const sourceOf = (ace: AceEntity) => sources.get(ace)?.title ?? t('access.hiddenSource');
  return (
    <div className={css.panel}>
      <div className={css.buttons}>
        <AccessLink uid={document.uid}>{t('access.open')}</AccessLink>
      </div>
      {access.data.inheritanceBlocked ? <Note>{t('access.blocked')}</Note> : null}
      <ul className={css.list} aria-label={t('tab.access')}>
        {entries.map(({ ace, inherited }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two folders may contain the same entry.
          <li key={`${ace.id} ${index}`} className={css.item}>
            <span className={css.body}>
              <PersonName id={principalOf(ace.username)} />
              <span className={css.under}>
                <PermissionName permission={ace.permission} granted={ace.granted} />
                <span className={css.row}>
                  {inherited ? t('check.source', { title: sourceOf(ace) }) : t('access.here')}
                  {ace.begin === null && ace.end === null ? null : <EntryPeriod ace={ace} />}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
