// Where a page belongs: its breadcrumb in the top bar, and on a phone its title instead, as a breadcrumb has no space there.

import { type ReactNode, useId } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { InSlot } from './frame-slots.tsx';
import css from './page-place.module.css';
import { useTabTitle } from './tab-title.ts';

export interface PagePlaceProps {
  /** Links to the places above, top first. */
  readonly above?: readonly ReactNode[];
  readonly title: string;
  /** Second line on a phone: the number of entries. */
  readonly detail?: string;
  /** Title of the browser's tab, if the title alone says too little. */
  readonly tabTitle?: string;
  /** The page shows its title on a phone itself. */
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
