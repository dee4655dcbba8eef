// A table of entries: person or group, permission, period, and the folder it comes from or the person who made it.

import { Ellipsis } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { PersonName, usePerson } from '#web/forms/person-name.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { Select } from '#web/ui/select.tsx';
import type { AceEntity } from '#wire/activity.ts';
import { principalOf } from '../principal-of.ts';
import { nameOf } from './access-check.ts';
import type { SourcesByEntry } from './access-sources.ts';
import css from './access-table.module.css';
import { EntryPeriod } from './entry-period.tsx';
import { PeriodDialog } from './period-dialog.tsx';
import { PermissionName } from './permission-name.tsx';
import type { AccessEntry, EntryChange } from './use-access-changes.ts';

export interface InheritedTableProps {
  readonly entries: readonly AceEntity[];
  readonly sources: SourcesByEntry;
}

export function InheritedTable({ entries, sources }: InheritedTableProps) {
  const { t } = useTranslation('document');
  return (
    <AccessTable label={t('access.inherited')} last={t('access.source')}>
      {entries.map((ace, index) => {
        const source = sources.get(ace);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two folders may contain the same entry.
          <tr key={`${ace.id} ${index}`}>
            <Who ace={ace} />
            <td>
              <PermissionName permission={ace.permission} granted={ace.granted} />
            </td>
            <td>
              <EntryPeriod ace={ace} />
            </td>
            <td>
              {source === undefined ? (
                t('access.hiddenSource')
              ) : (
                <Link className={css.link} to={paths.browse.href(source.path)}>
                  <BidiName>{source.title}</BidiName>
                </Link>
              )}
            </td>
          </tr>
        );
      })}
    </AccessTable>
  );
}

export interface OwnTableProps {
  readonly entries: readonly AccessEntry[];
  /** The permissions that can be granted here. */
  readonly permissions: readonly string[];
  /** Missing if the rights may only be read. */
  readonly onRemove?: (entry: AccessEntry) => void;
  readonly onReplace?: (entry: AccessEntry, change: EntryChange) => void;
}

export function OwnTable({ entries, permissions, onRemove, onReplace }: OwnTableProps) {
  const { t } = useTranslation('document');
  const [dated, setDated] = useState<AccessEntry | null>(null);
  return (
    <>
      <AccessTable label={t('access.here')} last={t('access.givenBy')} actions={onRemove !== undefined}>
        {entries.map((entry) => {
          const { acl, ace } = entry;
          const creator = principalOf(ace.creator);
          return (
            <tr key={`${acl} ${ace.id}`}>
              <Who ace={ace} />
              <td>
                {onReplace === undefined || !ace.granted ? (
                  <PermissionName permission={ace.permission} granted={ace.granted} />
                ) : (
                  <PermissionChoice
                    ace={ace}
                    permissions={permissions}
                    onChange={(permission) => onReplace(entry, { permission })}
                  />
                )}
              </td>
              <td>
                <EntryPeriod ace={ace} />
              </td>
              <td>{creator === '' ? null : <PersonName id={creator} avatar={false} />}</td>
              {onRemove === undefined ? null : (
                <td>
                  <MenuButton
                    variant="quiet"
                    icon={Ellipsis}
                    align="end"
                    label={t('access.actions', { who: nameOf(ace) })}
                    entries={[
                      { id: 'period', label: t('access.changePeriod'), onSelect: () => setDated(entry) },
                      {
                        id: 'remove',
                        label: t('access.removeEntry'),
                        danger: true,
                        onSelect: () => onRemove(entry),
                      },
                    ]}
                  />
                </td>
              )}
            </tr>
          );
        })}
      </AccessTable>
      {dated === null || onReplace === undefined ? null : (
        <PeriodDialog
          ace={dated.ace}
          onClose={() => setDated(null)}
          onDone={(period) => {
            onReplace(dated, period);
            setDated(null);
          }}
        />
      )}
    </>
  );
}

interface AccessTableProps {
  readonly label: string;
  /** Head of the last column. */
  readonly last: string;
  readonly actions?: boolean;
  readonly children: ReactNode;
}

function AccessTable({ label, last, actions = false, children }: AccessTableProps) {
  const { t } = useTranslation('document');
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('access.who')}</th>
          <th scope="col">{t('access.may')}</th>
          <th scope="col">{t('access.when')}</th>
          <th scope="col">{last}</th>
          {actions ? <td className={css.actions} /> : null}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Who({ ace }: { readonly ace: AceEntity }) {
  const { t } = useTranslation('document');
  const { id, label, kind } = usePerson(principalOf(ace.username));
  const isGroup = kind === 'group';
  return (
    <th scope="row">
      <span className={css.who}>
        <Avatar login={id} name={label} size={28} group={isGroup} />
        <span className={css.names}>
          <bdi>{label}</bdi>
          <small>
            {isGroup ? t('access.group') : null}
            {label === id ? null : <bdi>{id}</bdi>}
          </small>
        </span>
      </span>
    </th>
  );
}

interface PermissionChoiceProps {
  readonly ace: AceEntity;
  readonly permissions: readonly string[];
  readonly onChange: (permission: string) => void;
}

function PermissionChoice({ ace, permissions, onChange }: PermissionChoiceProps) {
  const { t } = useTranslation('document');
  const { permission } = ace;
  const offered = permissions.includes(permission) ? permissions : [permission, ...permissions];
  return (
    <span className={css.permission}>
      <Select
        labelHidden
        label={t('access.mayOf', { who: nameOf(ace) })}
        value={permission}
        options={offered.map((name) => ({
          value: name,
          label: t(`permission.${name}`, { defaultValue: name }),
        }))}
        onChange={onChange}
      />
      <code>{permission}</code>
    </span>
  );
}
