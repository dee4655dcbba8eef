// The navigation: a column on a wide screen, a rail of icons on a narrower one, a tab bar on a phone.
import { Clock, FolderTree, Inbox, Library, Search, Star, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { SlotPlace } from '#web/ui/frame-slots.tsx';
import { Icon, type LucideIcon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { paths } from '../paths.ts';
import css from './navigation.module.css';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const places: readonly Place[] = [
  { to: paths.browse.href('/'), label: 'browse', icon: FolderTree },
  { to: paths.search.href(), label: 'search', icon: Search },
  { to: paths.tasks.href(), label: 'tasks', icon: Inbox },
  { to: paths.recent.href(), label: 'recent', icon: Clock },
  { to: paths.favourites.href(), label: 'favourites', icon: Star },
  { to: paths.collections.href(), label: 'collections', icon: Library },
];

export function Navigation() {
  const { t } = useTranslation('shell');
  return (
    <nav className={css.nav} aria-label={t('navigation')} data-region tabIndex={-1}>
      <Link className={css.brand} to={paths.home.href()}>
        <Mark />
        <span>Muniment</span>
      </Link>
      <ul>
        {places.map((place) => (
          <li key={place.to}>
            <NavLink className={css.place} to={place.to}>
              <Icon icon={place.icon} />
              <span>{t(place.label)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <SlotPlace name="tree" className={css.tree} />
      <NavLink className={css.place} to={paths.trash.href()}>
        <Icon icon={Trash2} />
        <span>{t('trash')}</span>
      </NavLink>
    </nav>
  );
}
