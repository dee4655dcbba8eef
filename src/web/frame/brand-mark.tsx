// The organisation's mark, or the app's own.

import { Mark } from '#web/ui/mark.tsx';
import { brand } from './brand.ts';
import css from './brand-mark.module.css';

/** The size of the mark, and of the picture in its place. */
const sizePx = 21;

export function BrandMark() {
  const { mark } = brand();
  return mark === undefined ? <Mark /> : <img src={mark} alt="" height={sizePx} className={css.mark} />;
}
