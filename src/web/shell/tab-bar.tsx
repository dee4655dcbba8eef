// The navigation of a phone: five items within reach of the thumb.

import { Ellipsis } from 'lucide';
import { NavLink, useNavigate } from 'react-router-dom';
import { type Account, useAccountPart } from '#web/frame/account-part.ts';
import { useAddedPlaces } from '#web/frame/added-places.ts';
import { usePlaceCounts } from '#web/frame/place-counts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { paths } from '../paths.ts';
import { dailyPlaces, furtherPlaces, tabPlaces } from './places.ts';
import css from './tab-bar.module.css';

export function TabBar() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const counts = usePlaceCounts();
  const places = useAddedPlaces();
  const { Account } = useAccountPart();
  const rest = [...dailyPlaces, ...furtherPlaces, ...places].filter(
    ({ to }) => !tabPlaces.some((tab) => tab.to === to),
  );
  const more = (account: Account | null) => (
    <MenuButton
      className={css.tab}
      variant="quiet"
      label={t('more')}
      align="end"
      entries={[
        ...rest.map((place) => ({
          id: place.to,
          label: t(place.label),
          icon: place.icon,
          onSelect: () => void navigate(place.to),
        })),
        ...(account === null
          ? []
          : [
              { kind: 'separator' as const },
              { kind: 'group' as const, label: account.name, entries: account.entries },
            ]),
      ]}
    >
      <span className={css.stacked}>
        <Icon icon={Ellipsis} size={21} />
        {t('more')}
      </span>
    </MenuButton>
  );
  return (
    <nav className={css.bar} aria-label={t('navigation')} data-region tabIndex={-1}>
      {tabPlaces.map((place) => {
        const Count = place.counted && counts[place.counted];
        return (
          <NavLink key={place.to} to={place.to} end={place.to === paths.home.href()} className={css.tab}>
            <Icon icon={place.icon} size={21} />
            {t(place.label)}
            {Count && <Count>{(count) => <span className={css.dot}>{count}</span>}</Count>}
          </NavLink>
        );
      })}
      {Account === null ? more(null) : <Account>{more}</Account>}
    </nav>
  );
}
