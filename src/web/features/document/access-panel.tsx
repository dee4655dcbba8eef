// Who may do what here: what comes down from above first, then what is set here, then the way to add to it.
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleSlash, Clock, X } from 'lucide-react';
import { documentAccess, isBlock, removeAccess, setInheritance } from '#web/api/access.ts';
import { may } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { AceEntity } from '#wire/activity.ts';
import { CheckPerson } from './check-person.tsx';
import { GrantForm } from './grant-form.tsx';
import css from './panel-lists.module.css';
import { principalOf } from './principal-of.ts';

const told = { onError: (cause: Error) => void addToast({ kind: 'bad', text: cause.message }) };

export function AccessPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const { uid } = document;
  const access = useQuery(documentAccess(uid));
  const inheritance = useMutation(setInheritance());
  const remove = useMutation(removeAccess());
  const mayChange = may(document, 'WriteSecurity') && !document.isVersion;
  if (access.error !== null) {
    return (
      <div className={css.panel}>
        <Note kind="bad" onRetry={() => void access.refetch()}>
          {access.error.message}
        </Note>
      </div>
    );
  }
  if (access.data === undefined) {
    return (
      <div className={css.panel} aria-busy="true">
        <Skeleton width="70%" />
      </div>
    );
  }
  const { acls, inheritanceBlocked, assignable } = access.data;
  const entriesOf = (inherited: boolean) =>
    acls
      .filter(({ name }) => (name === 'inherited') === inherited)
      .flatMap(({ name, aces }) => aces.filter((ace) => !isBlock(ace)).map((ace) => ({ acl: name, ace })));
  const above = entriesOf(true);
  const here = entriesOf(false);
  return (
    <div className={css.panel}>
      <section>
        <h2 className={css.heading}>
          {t('access.inherited')} <small>{above.length}</small>
        </h2>
        {inheritanceBlocked ? <Note>{t('access.blocked')}</Note> : null}
        <ul className={css.list}>
          {above.map(({ ace }) => (
            <Entry key={ace.id} ace={ace} />
          ))}
        </ul>
        {mayChange ? (
          <Switch
            label={t('access.block')}
            checked={inheritance.isPending ? inheritance.variables.blocked : inheritanceBlocked}
            onChange={(blocked) => inheritance.mutate({ uid, blocked }, told)}
          />
        ) : null}
      </section>
      <section>
        <h2 className={css.heading}>
          {t('access.here')} <small>{here.length}</small>
        </h2>
        {here.length === 0 ? <p className={css.empty}>{t('access.noneHere')}</p> : null}
        <ul className={css.list}>
          {here.map(({ acl, ace }) => (
            <Entry
              key={`${acl} ${ace.id}`}
              ace={ace}
              onRemove={mayChange ? () => remove.mutate({ uid, aceId: ace.id, acl }, told) : undefined}
            />
          ))}
        </ul>
      </section>
      {mayChange ? <GrantForm uid={uid} permissions={assignable} /> : <Note>{t('access.readOnly')}</Note>}
      <section>
        <h2 className={css.heading}>{t('check.title')}</h2>
        <CheckPerson acls={acls} />
      </section>
    </div>
  );
}

interface EntryProps {
  readonly ace: AceEntity;
  readonly onRemove?: () => void;
}

function Entry({ ace, onRemove }: EntryProps) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const who = principalOf(ace.username);
  const permission = t(`permission.${ace.permission}`, { defaultValue: ace.permission });
  const day = (date: string) => format.day(new Date(date));
  const when =
    ace.status === 'archived' && ace.end !== null
      ? t('access.ended', { date: day(ace.end) })
      : ace.begin !== null && ace.end !== null
        ? t('access.between', { begin: day(ace.begin), end: day(ace.end) })
        : ace.begin !== null
          ? t('access.from', { date: day(ace.begin) })
          : ace.end !== null
            ? t('access.until', { date: day(ace.end) })
            : null;
  return (
    <li className={css.item}>
      <span className={css.body}>
        <PersonName id={who} />
        <span className={cx(css.row, css.under)}>
          <span className={cx(!ace.granted && css.warn)}>
            {ace.granted ? permission : t('access.denied', { permission })}
          </span>
          {when === null ? null : (
            <span className={css.when}>
              <Icon icon={ace.status === 'archived' ? CircleSlash : Clock} size={13} />
              {when}
            </span>
          )}
        </span>
      </span>
      {onRemove === undefined ? null : (
        <IconButton
          icon={X}
          size="small"
          label={t('access.remove', { permission, who })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
