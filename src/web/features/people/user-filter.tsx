/** The filter of the list of people: everybody, a group's members, or suspended people if the server supports that. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { suspendedPeople } from '#web/api/accounts.ts';
import { groupLabel, groups, memberUsers, users } from '#web/api/people.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Select } from '#web/ui/select.tsx';
import type { ListEntity } from '#wire/document.ts';
import type { UserEntity } from '#wire/people.ts';
import css from './people-page.module.css';

/** Never the value of a group, which begins with `group:`. */
export const suspended = 'suspended';
const groupPrefix = 'group:';
const mostGroups = 200;

interface Page {
  readonly term: string;
  readonly offset: number;
  readonly pageSize: number;
}

export function useFilteredUsers(
  filter: string,
  page: Page,
  enabled: boolean,
): UseQueryResult<ListEntity<UserEntity>> {
  const group = filter.startsWith(groupPrefix) ? filter.slice(groupPrefix.length) : undefined;
  const all = useQuery({ ...users(page), enabled: enabled && filter === '' });
  const members = useQuery({ ...memberUsers(group ?? '', page), enabled: enabled && group !== undefined });
  const locked = useQuery({ ...suspendedPeople(page), enabled: enabled && filter === suspended });
  if (group !== undefined) return members;
  return filter === suspended ? locked : all;
}

export interface UserFilterProps {
  readonly value: string;
  readonly administrates: boolean;
  readonly onChange: (filter: string) => void;
}

export function UserFilter({ value, administrates, onChange }: UserFilterProps) {
  const { t } = useTranslation('people');
  const found = useQuery(groups({ term: '', pageSize: mostGroups })).data?.entries ?? [];
  // A server without accounts answers with an error; then the filter is not offered.
  const hasSuspended = useQuery({
    ...suspendedPeople({ offset: 0, pageSize: 1 }),
    enabled: administrates,
    retry: false,
  }).isSuccess;
  return (
    <Select
      className={css.filter}
      label={t('filter.label')}
      labelHidden
      value={value === '' ? 'everybody' : value}
      options={[
        { value: 'everybody', label: t('filter.everybody') },
        ...(hasSuspended ? [{ value: suspended, label: t('filter.suspended') }] : []),
        ...found.map((group) => ({
          value: groupPrefix + group.groupname,
          label: groupLabel(group),
          group: t('filter.groups'),
        })),
      ]}
      onChange={(next) => onChange(next === 'everybody' ? '' : next)}
    />
  );
}
