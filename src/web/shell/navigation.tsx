// The navigation: a column on a wide screen, a rail of icons on a narrower one (a phone has the tab bar instead).

import { memo, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useAddedPlaces } from '#web/frame/added-places.ts';
import { brand } from '#web/frame/brand.ts';
import { BrandMark } from '#web/frame/brand-mark.tsx';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import {
  defaultFramePreferences,
  setFramePreferences,
  useFramePreferences,
} from '#web/frame/frame-preferences.ts';
import { SlotElement } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { paths } from '../paths.ts';
import css from './navigation.module.css';
import { PlaceLink } from './place-link.tsx';
import { browsePlace, columnPlaces, furtherPlaces } from './places.ts';

const Splitter = lazyAfterFirstView(() =>
  import('#web/ui/splitter.tsx').then((module) => ({ default: module.Splitter })),
);

/** Memoised: it need not be drawn again with the frame around it. */
export const Navigation = memo(function Navigation() {
  const { t } = useTranslation('shell');
  const places = useAddedPlaces();
  const navigationWidth = useFramePreferences((state) => state.navigationWidth);
  return (
    <nav className={css.nav} aria-label={t('navigation')} data-region tabIndex={-1}>
      <Link className={css.brand} to={paths.home.href()}>
        <BrandMark />
        <VisuallyHidden on="rail">{brand().name}</VisuallyHidden>
      </Link>
      <ul className={css.list}>
        {columnPlaces.map((place) => (
          <li key={place.to} className={place === browsePlace ? css['rail-only'] : undefined}>
            <PlaceLink place={place} />
          </li>
        ))}
      </ul>
      <SlotElement name="tree" className={css.tree} />
      <ul className={css.list}>
        {[...furtherPlaces, ...places].map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} />
          </li>
        ))}
      </ul>
      <SlotElement name="foot" className={css.foot} />
      <div className={css.edge}>
        <Suspense>
          <Splitter
            label={t('resizeNavigation')}
            pane="start"
            value={navigationWidth}
            min={180}
            max={400}
            rest={defaultFramePreferences.navigationWidth}
            onChange={(width) => setFramePreferences({ navigationWidth: width })}
          />
        </Suspense>
      </div>
    </nav>
  );
});
