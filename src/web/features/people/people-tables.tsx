/** The lists of people and of groups, whose names are links. Rows that are loading have the same height. */

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { groupLabel } from '#web/api/people.ts';
import { userLabel } from '#web/api/user-label.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isString, type Json } from '#wire/json.ts';
import type { GroupEntity, UserEntity } from '#wire/people.ts';
import css from './people-page.module.css';

export interface UserTableProps {
  /** Undefined while it loads. */
  readonly users: readonly UserEntity[] | undefined;
  readonly current: string | undefined;
}

export function UserTable({ users, current }: UserTableProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  return (
    <Table
      label={t('users.title')}
      heads={[t('name'), t('groups.title'), t('email')]}
      awaited={users === undefined}
    >
      {(users ?? []).map((user) => (
        <tr key={user.id}>
          <td>
            <NameLink kind="users" id={user.id} label={userLabel(user)} current={user.id === current} />
          </td>
          <td>{format.list(user.extendedGroups.map(({ name, label }) => (label === '' ? name : label)))}</td>
          <td>{text(user.properties.email)}</td>
        </tr>
      ))}
    </Table>
  );
}

export interface GroupTableProps {
  readonly groups: readonly GroupEntity[] | undefined;
  readonly current: string | undefined;
}

export function GroupTable({ groups, current }: GroupTableProps) {
  const { t } = useTranslation('people');
  return (
    <Table label={t('groups.title')} heads={[t('name'), t('description')]} awaited={groups === undefined}>
      {(groups ?? []).map((group) => (
        <tr key={group.groupname}>
          <td>
            <NameLink
              kind="groups"
              id={group.groupname}
              label={groupLabel(group)}
              current={group.groupname === current}
            />
          </td>
          <td>{text(group.properties.description)}</td>
        </tr>
      ))}
    </Table>
  );
}

interface TableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly awaited: boolean;
  readonly children: ReactNode;
}

const awaitedRows = ['58%', '44%', '66%', '52%', '38%', '61%'];

function Table({ label, heads, awaited, children }: TableProps) {
  return (
    <table className={css.table} aria-label={label} aria-busy={awaited}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {awaited
          ? awaitedRows.map((width) => (
              <tr key={width}>
                <td colSpan={heads.length}>
                  <Skeleton width={width} />
                </td>
              </tr>
            ))
          : children}
      </tbody>
    </table>
  );
}

interface NameLinkProps {
  readonly kind: 'users' | 'groups';
  readonly id: string;
  readonly label: string;
  readonly current: boolean;
}

function NameLink({ kind, id, label, current }: NameLinkProps) {
  return (
    <Link className={css.name} to={paths.people.href(kind, id)} aria-current={current ? 'true' : undefined}>
      <Avatar login={id} name={label} size={24} group={kind === 'groups'} />
      <span className={css.names}>
        <bdi>{label}</bdi>
        {label === id ? null : <code>{id}</code>}
      </span>
    </Link>
  );
}

function text(value: Json | undefined): string {
  return isString(value) ? value : '';
}
