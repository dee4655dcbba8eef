// The top bar: where one is, the omnibox, and the page's own actions.

import { SlotPlace } from '#web/ui/frame-slots.tsx';
import css from './top-bar.module.css';

export function TopBar() {
  return (
    <header className={css.bar} data-region tabIndex={-1}>
      <SlotPlace name="phone-title" className={css.title} />
      <SlotPlace name="breadcrumb" className={css.crumbs} />
      <SlotPlace name="actions" className={css.actions} />
    </header>
  );
}
