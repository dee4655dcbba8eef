/** The user's own profile, read-only: name, e-mail address, groups. Administrators change it on the page of people. */
import { useQuery } from '@tanstack/react-query';
import { me } from '#web/api/me.ts';
import { userLabel } from '#web/api/user-label.ts';
import { Facts } from '#web/frame/pane.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isString } from '#wire/json.ts';

export function OwnProfile() {
  const { t } = useTranslation('settings');
  const { data } = useQuery(me());
  if (data === undefined) return null;
  const { id, properties, extendedGroups } = data;
  const text = (name: string) => {
    const value = properties[name];
    return isString(value) ? value : null;
  };
  const groups = (
    <ul>
      {extendedGroups.map(({ name, label }) => (
        <li key={name}>
          <bdi>{label === '' ? name : label}</bdi>
        </li>
      ))}
    </ul>
  );
  return (
    <Facts
      facts={[
        [t('you.name'), userLabel(data)],
        [t('you.login'), id],
        [t('you.email'), text('email')],
        [t('you.company'), text('company')],
        [t('you.groups'), extendedGroups.length === 0 ? null : groups],
      ]}
    />
  );
}
