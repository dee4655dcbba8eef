/** The menu of the signed-in person, at the bottom of the navigation. */
import { ChevronsUpDown } from 'lucide';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Account } from './account.tsx';
import css from './account-menu.module.css';

export function AccountMenu() {
  const { t } = useTranslation('session');
  return (
    <Account>
      {({ login, name, entries }) => (
        <MenuButton className={css.account} label={t('account', { name })} variant="quiet" entries={entries}>
          <Avatar login={login} name={name} size={24} />
          <VisuallyHidden on="rail" className={css.name}>
            {name}
          </VisuallyHidden>
          <span className={css.more}>
            <Icon icon={ChevronsUpDown} size={14} />
          </span>
        </MenuButton>
      )}
    </Account>
  );
}
