// One place of the navigation with its number.

import { NavLink } from 'react-router-dom';
import { usePlaceCounts } from '#web/frame/place-counts.ts';
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
  const Count = usePlaceCounts((counts) => place.counted && counts[place.counted]);
  return (
    <Tooltip text={t(place.label)}>
      <NavLink className={css.place} to={place.to} end={place.to === paths.home.href()}>
        <Icon icon={place.icon} />
        <VisuallyHidden on="rail">{t(place.label)}</VisuallyHidden>
        {Count && (
          <Count>
            {(count) => (
              <span className={cx(css.count, place.isWaiting && css.hot)}>{format.count(count)}</span>
            )}
          </Count>
        )}
      </NavLink>
    </Tooltip>
  );
}
