// Where a page stands: its way in the top bar, and its title there on a phone, where the way has no room.

import { type ReactNode, useId } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { InSlot } from './frame-slots.tsx';
import css from './page-place.module.css';
import { useTabTitle } from './tab-title.ts';

export interface PagePlaceProps {
  /** Links to what is above, top first. */
  readonly above?: readonly ReactNode[];
  readonly title: string;
  /** Second line on a phone: how many. */
  readonly detail?: string;
  /** In the browser's tab, where the title alone says too little. */
  readonly tabTitle?: string;
  /** The page says its title on a phone itself. */
  readonly wayOnly?: boolean;
}

export function PagePlace({
  above = [],
  title,
  detail = '',
  tabTitle = title,
  wayOnly = false,
}: PagePlaceProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  useTabTitle(tabTitle);
  return (
    <>
      <InSlot name="breadcrumb">
        <nav aria-label={t('breadcrumb')}>
          <ol className={css.steps}>
            {above.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name and never move.
              <li key={`${id}${index}`} className={css.above}>
                {step}
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
          <span className={css.title}>
            <b dir="auto">{withVisibleControls(title)}</b>
            <span>{withVisibleControls(detail)}</span>
          </span>
        </InSlot>
      )}
    </>
  );
}
