// The rights on one document or folder: inherited entries, entries set here, the form to add one, and the answer for one
// person, which is visible from the start.

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { documentAccess, isBlock } from '#web/api/access.ts';
import { countBelow } from '#web/api/access-changes.ts';
import { isFolderish, may } from '#web/api/document-context.ts';
import { me } from '#web/api/me.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useRightGivers } from '#web/documents/use-right-givers.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { AceEntity } from '#wire/activity.ts';
import { useFocusedTitle } from '../use-focused-title.ts';
import css from './access-page.module.css';
import { compareEntries } from './access-sources.ts';
import { InheritedTable, OwnTable } from './access-table.tsx';
import { AwaitedAccess } from './awaited-access.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { CheckPerson } from './check-person.tsx';
import { GrantForm } from './grant-form.tsx';
import { useAccessChanges } from './use-access-changes.ts';
import { useAccessSources } from './use-access-sources.ts';

/** The three common permissions, if the server does not list its own. */
const usual: readonly string[] = ['Read', 'ReadWrite', 'Everything'];

export function AccessPage({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const access = useQuery(documentAccess(document.uid));
  const inherited = useAccessSources(document, access.data);
  const changes = useAccessChanges(document.uid);
  const self = useQuery(me());
  const check = useRef<HTMLElement>(null);
  const [asking, setAsking] = useState(false);
  if (access.data === undefined) {
    return (
      <article className={css.page} aria-busy={access.error === null}>
        <div className={css.rights}>
          <AccessHead document={document} />
          <AwaitedAccess access={access} />
        </div>
      </article>
    );
  }
  const { acls, inheritanceBlocked } = access.data;
  const permissions = access.data.assignable.length > 0 ? access.data.assignable : usual;
  const mayChange = may(document, 'WriteSecurity') && !document.isVersion;
  const here = acls
    .filter(({ name }) => name !== 'inherited')
    .flatMap(({ name, aces }) => aces.filter((ace) => !isBlock(ace)).map((ace) => ({ acl: name, ace })));
  const above = inheritanceBlocked ? [] : (inherited.offered ?? []).filter((ace) => !isBlock(ace));
  const own = here.map(({ ace }) => ace);
  const offered = inherited.offered ?? [];
  const holdings = inheritanceBlocked
    ? compareEntries(own, [...own, ...offered])
    : compareEntries([...own, ...offered], [...own, ...entriesOfBlock(self.data?.id)]);
  return (
    <article className={css.page} aria-label={t('access.of', { title: document.title })}>
      <div className={css.rights}>
        <AccessHead document={document} onCheck={() => showCheck(check.current)} />
        {mayChange ? null : <ReadOnly document={document} />}
        <section className={css.section}>
          <header className={css.heading}>
            <h2>
              {t('access.inherited')} <small>{above.length}</small>
            </h2>
            {mayChange ? (
              <Switch
                label={t('access.block')}
                checked={inheritanceBlocked}
                disabled={inherited.offered === undefined}
                onChange={() => setAsking(true)}
              />
            ) : null}
          </header>
          {inheritanceBlocked ? <Note>{t('access.blocked')}</Note> : null}
          {above.length === 0 ? null : <InheritedTable entries={above} sources={inherited.sources} />}
        </section>
        <section className={css.section}>
          <header className={css.heading}>
            <h2>
              {t('access.here')} <small>{here.length}</small>
            </h2>
          </header>
          {here.length === 0 ? (
            <p className={css.empty}>{t('access.noneHere')}</p>
          ) : (
            <OwnTable
              entries={here}
              permissions={permissions}
              {...(mayChange ? { onRemove: changes.remove, onReplace: changes.replace } : {})}
            />
          )}
          {mayChange ? <GrantForm uid={document.uid} permissions={permissions} /> : null}
        </section>
      </div>
      <aside ref={check} className={css.check} aria-labelledby="check-access" tabIndex={-1}>
        <h2 id="check-access">{t('check.title')}</h2>
        {self.data === undefined ? (
          <Skeleton width="70%" />
        ) : (
          <CheckPerson acls={acls} sources={inherited.sources} first={self.data.id} />
        )}
      </aside>
      {asking ? (
        <BlockDialog
          blocked={!inheritanceBlocked}
          holdings={holdings}
          onConfirm={() => changes.block(!inheritanceBlocked)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </article>
  );
}

/**
 * The entries that the server adds when inheritance is blocked: everything for the person who blocks and for
 * administrators.
 */
function entriesOfBlock(username: string | undefined): readonly AceEntity[] {
  const names = username === undefined ? [] : [username];
  return [...names, 'administrators'].map((name) => ({
    id: `${name}:Everything`,
    username: name,
    permission: 'Everything',
    granted: true,
    creator: null,
    begin: null,
    end: null,
    status: 'effective',
  }));
}

function showCheck(check: HTMLElement | null): void {
  check?.scrollIntoView({ block: 'start' });
  check?.querySelector('input')?.focus({ preventScroll: true });
}

interface AccessHeadProps {
  readonly document: StoredDocument;
  /** Scrolls to the answer for one person, which is below the rights on narrow screens. */
  readonly onCheck?: () => void;
}

function AccessHead({ document, onCheck }: AccessHeadProps) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const folder = isFolderish(document);
  const below = useQuery({ ...countBelow(document.uid), enabled: folder });
  const title = useFocusedTitle();
  const own = folder ? paths.browse.href(document.path) : paths.doc.href(document.uid);
  return (
    <header className={css.head}>
      <PagePlace
        above={[{ to: own, title: document.title }]}
        detail={document.title}
        tabTitle={t('access.of', { title: document.title })}
        title={t('tab.access')}
      />
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t('access.of', { title: document.title })}
        </h1>
        {below.data === undefined || below.data === 0 ? null : (
          <p>{t('access.below', { count: below.data, number: format.count(below.data) })}</p>
        )}
      </div>
      <div className={css.tools}>
        {onCheck === undefined ? null : (
          <Button className={css.toCheck} onClick={onCheck}>
            {t('check.title')}
          </Button>
        )}
        <Link className={buttonClass({})} to={own}>
          {t(folder ? 'openFolder' : 'access.openDocument')}
        </Link>
      </div>
    </header>
  );
}

function ReadOnly({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const givers = useRightGivers(document.uid, true);
  return (
    <Note>
      {document.isVersion
        ? t('access.ofVersion')
        : givers.length === 0
          ? t('access.readOnly')
          : t('access.readOnlyAsk', { names: format.list(givers) })}
    </Note>
  );
}
