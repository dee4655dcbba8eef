// Answers for one person: what they may do here, through which group and folder, and what changes when.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Minus } from 'lucide';
import { useState } from 'react';
import { groupPath } from '#web/api/group-path.ts';
import { user } from '#web/api/people.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AclEntity } from '#wire/activity.ts';
import { isString, type Json } from '#wire/json.ts';
import {
  type CheckedRight,
  checkRights,
  type DecidingEntry,
  nameOf,
  nextChange,
  type RequestedRight,
  requestedRights,
} from './access-check.ts';
import type { SourcesByEntry } from './access-sources.ts';
import css from './check-person.module.css';

export interface CheckPersonProps {
  readonly acls: readonly AclEntity[];
  readonly sources: SourcesByEntry;
  /** Login of the person shown first. */
  readonly first: string;
}

export function CheckPerson({ acls, sources, first }: CheckPersonProps) {
  const { t } = useTranslation('document');
  const [login, setLogin] = useState<string | null>(first);
  return (
    <div className={css.check}>
      <PrincipalPicker kind="user" label={t('check.who')} value={login} onChange={setLogin} />
      {login === null ? null : <Answer key={login} login={login} acls={acls} sources={sources} />}
    </div>
  );
}

interface AnswerProps {
  readonly login: string;
  readonly acls: readonly AclEntity[];
  readonly sources: SourcesByEntry;
}

function Answer({ login, acls, sources }: AnswerProps) {
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
  const words = (rights: readonly RequestedRight[]) =>
    format.list(rights.map((right) => t(`check.right.${right}`)));
  return (
    <>
      <ul className={css.rights} aria-label={t('check.label')}>
        {checkRights(acls, names, now).map((checked) => (
          <Right
            key={checked.right}
            checked={checked}
            login={login}
            groups={namesIn(data.properties.groups)}
            sources={sources}
          />
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
              {change.lost.length === requestedRights.length
                ? t('check.lostAll')
                : t('check.lost', { rights: words(change.lost) })}
            </span>
          )}
        </p>
      )}
    </>
  );
}

interface RightProps {
  readonly checked: CheckedRight;
  readonly login: string;
  /** The groups of which the person is a direct member. */
  readonly groups: readonly string[];
  readonly sources: SourcesByEntry;
}

function Right({ checked, login, groups, sources }: RightProps) {
  const { t } = useTranslation('document');
  const { right, granted, by } = checked;
  return (
    <li className={css.right} data-granted={granted || undefined}>
      <Icon icon={granted ? CircleCheck : Minus} size={15} />
      <span>{t(`check.right.${right}`)}</span>
      {by === null ? (
        <span className={css.reason}>{t('check.no')}</span>
      ) : (
        <Reason checked={checked} by={by} login={login} groups={groups} sources={sources} />
      )}
    </li>
  );
}

function Reason({ checked, by, login, groups, sources }: RightProps & { readonly by: DecidingEntry }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const { ace, inherited } = by;
  const holder = nameOf(ace);
  const source = sources.get(ace)?.title;
  return (
    <span className={css.reason}>
      <span className={css.why}>
        {checked.granted ? null : <bdi>{t('check.refused')}</bdi>}
        <code>{ace.permission}</code>
        <bdi>
          {!inherited
            ? t('check.here')
            : source === undefined
              ? t('check.inherited')
              : t('check.source', { title: source })}
        </bdi>
        {ace.end === null ? null : <bdi>{t('access.until', { date: format.day(new Date(ace.end)) })}</bdi>}
      </span>
      {holder === login ? null : <Way groups={groups} holder={holder} />}
    </span>
  );
}

/** The chain of groups from one of the person's own up to the group that has the right. */
function Way({ groups, holder }: { readonly groups: readonly string[]; readonly holder: string }) {
  const { t } = useTranslation('document');
  const { data = [holder] } = useQuery(groupPath(groups, holder));
  return (
    <span className={css.way}>
      {t('check.through')}
      {data.map((name) => (
        <span key={name} className={css.step}>
          <PersonName id={`group:${name}`} avatar={false} />
        </span>
      ))}
    </span>
  );
}

function namesIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : [];
}
