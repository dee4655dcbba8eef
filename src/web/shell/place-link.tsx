// One place of the navigation with its number.

import { NavLink } from 'react-router-dom';
import { useNavCounts } from '#web/frame/nav-counts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { paths } from '../paths.ts';
import css from './navigation.module.css';
import type { Place } from './places.ts';

export function PlaceLink({ place }: { readonly place: Place }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const counts = useNavCounts();
  const count = place.counted === undefined ? undefined : counts[place.counted];
  return (
    <Tooltip text={t(place.label)}>
      <NavLink className={css.place} to={place.to} end={place.to === paths.home.href()}>
        <Icon icon={place.icon} />
        <VisuallyHidden on="rail">{t(place.label)}</VisuallyHidden>
        {count === undefined || count.count === 0 ? null : (
          <span className={cx(css.count, count.hot && css.hot)}>{format.count(count.count)}</span>
        )}
      </NavLink>
    </Tooltip>
  );
}
