// The breadcrumb of a page, in the top bar. A phone has no room for it there: it shows the title, and an arrow to the page above.

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
  /** The pages above, the topmost first. */
  readonly above?: readonly PlaceAbove[];
  readonly title: string;
  /** Second line on a phone: the number of entries. */
  readonly detail?: string;
  /** Title of the browser's tab, if the title alone says too little. */
  readonly tabTitle?: string;
  /** The page shows its title on a phone itself. */
  readonly breadcrumbOnly?: boolean;
  /** The page has links to its sibling pages, on a phone too: it needs no arrow. */
  readonly hasSiblingLinks?: boolean;
}

export function PagePlace({
  above = [],
  title,
  detail = '',
  tabTitle = title,
  breadcrumbOnly = false,
  hasSiblingLinks = false,
}: PagePlaceProps) {
  const { t } = useTranslation('ui');
  const nearest = hasSiblingLinks ? undefined : above.at(-1);
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
      {breadcrumbOnly ? null : (
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
