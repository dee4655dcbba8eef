// Where a page stands: its way in the top bar. On a phone, where the way has no room, its title, and a step back on the way.

import { ChevronLeft } from 'lucide';
import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { InSlot } from './frame-slots.tsx';
import css from './page-place.module.css';
import { useTabTitle } from './tab-title.ts';

export interface PlaceAbove {
  readonly to: string;
  readonly title: string;
}

export interface PagePlaceProps {
  /** Top first. */
  readonly above?: readonly PlaceAbove[];
  readonly title: string;
  /** Second line on a phone: the number of entries. */
  readonly detail?: string;
  /** Title of the browser's tab, if the title alone says too little. */
  readonly tabTitle?: string;
  /** The page shows its title on a phone itself. */
  readonly wayOnly?: boolean;
  /** Links on the page lead to the others of its kind, on a phone too. */
  readonly amongOthers?: boolean;
}

export function PagePlace({
  above = [],
  title,
  detail = '',
  tabTitle = title,
  wayOnly = false,
  amongOthers = false,
}: PagePlaceProps) {
  const { t } = useTranslation('ui');
  const nearest = amongOthers ? undefined : above.at(-1);
  useTabTitle(tabTitle);
  return (
    <>
      <InSlot name="breadcrumb">
        <nav aria-label={t('breadcrumb')}>
          <ol className={css.steps}>
            {above.map((place) => (
              <li key={place.to} className={css.above}>
                <Link to={place.to}>{withVisibleControls(place.title)}</Link>
              </li>
            ))}
            <li aria-current="page" className={css.here}>
              <BidiName>{title}</BidiName>
            </li>
          </ol>
        </nav>
      </InSlot>
      {wayOnly ? null : (
        <InSlot name="phone-title">
          <span className={css.phone}>
            {nearest === undefined ? null : (
              <Link className={css.back} to={nearest.to} aria-label={nearest.title}>
                <Icon icon={ChevronLeft} size={20} directional />
              </Link>
            )}
            <span className={css.title}>
              <b dir="auto">{withVisibleControls(title)}</b>
              <span>{withVisibleControls(detail)}</span>
            </span>
          </span>
        </InSlot>
      )}
    </>
  );
}
