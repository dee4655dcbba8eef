// Answers for one person: what they may do here, through which entry, and what changes when.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Minus } from 'lucide-react';
import { useState } from 'react';
import { user } from '#web/api/people.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AclEntity } from '#wire/activity.ts';
import { type AskedRight, askedRights, type CheckedRight, checkRights, nextChange } from './access-check.ts';
import css from './check-person.module.css';
import { principalOf } from './principal-of.ts';

export interface CheckPersonProps {
  readonly acls: readonly AclEntity[];
}

export function CheckPerson({ acls }: CheckPersonProps) {
  const { t } = useTranslation('document');
  const [login, setLogin] = useState<string | null>(null);
  return (
    <div className={css.check}>
      <PrincipalPicker kind="user" label={t('check.who')} value={login} onChange={setLogin} />
      {login === null ? null : <Answer key={login} login={login} acls={acls} />}
    </div>
  );
}

function Answer({ login, acls }: CheckPersonProps & { readonly login: string }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const { data, error, refetch } = useQuery(user(login));
  const [now] = useState(() => new Date());
  if (error !== null)
    return (
      <Note kind="bad" onRetry={() => void refetch()}>
        {error.message}
      </Note>
    );
  if (data === undefined) return <Skeleton width="60%" />;
  if (data.isAdministrator) return <p>{t('check.administrator')}</p>;
  const names = new Set([login, ...data.extendedGroups.map(({ name }) => name), 'Everyone']);
  const change = nextChange(acls, names, now);
  const words = (rights: readonly AskedRight[]) =>
    format.list(rights.map((right) => t(`check.right.${right}`)));
  return (
    <>
      <ul className={css.rights} aria-label={t('check.label')}>
        {checkRights(acls, names, now).map((checked) => (
          <Right key={checked.right} checked={checked} login={login} />
        ))}
      </ul>
      {change === null ? null : (
        <p className={css.change}>
          <b>{t('access.from', { date: format.day(change.at) })}</b>
          {change.gained.length === 0 ? null : (
            <span>{t('check.gained', { rights: words(change.gained) })}</span>
          )}
          {change.lost.length === 0 ? null : (
            <span>
              {change.lost.length === askedRights.length
                ? t('check.lostAll')
                : t('check.lost', { rights: words(change.lost) })}
            </span>
          )}
        </p>
      )}
    </>
  );
}

function Right({ checked, login }: { readonly checked: CheckedRight; readonly login: string }) {
  const { t } = useTranslation('document');
  const { right, granted } = checked;
  return (
    <li className={css.right} data-granted={granted || undefined}>
      <Icon icon={granted ? CircleCheck : Minus} size={15} />
      <span>{t(`check.right.${right}`)}</span>
      <Reason checked={checked} login={login} />
    </li>
  );
}

function Reason({
  checked: { granted, by },
  login,
}: {
  readonly checked: CheckedRight;
  readonly login: string;
}) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const who = usePerson(by === null ? login : principalOf(by.ace.username));
  if (by === null) return <span className={css.reason}>{t('check.no')}</span>;
  const { ace, inherited } = by;
  return (
    <span className={css.reason}>
      {granted ? null : <bdi>{t('check.refused')}</bdi>}
      {who.id === login ? null : <bdi>{who.label}</bdi>}
      <bdi>{inherited ? t('check.inherited') : t('check.here')}</bdi>
      {ace.end === null ? null : <bdi>{t('access.until', { date: format.day(new Date(ace.end)) })}</bdi>}
    </span>
  );
}
