// The top bar: where one is, the omnibox, and the page's own actions.
import { useTranslation } from 'react-i18next';
import { SlotPlace } from '#web/ui/frame-slots.tsx';
import css from './top-bar.module.css';

export function TopBar() {
  const { t } = useTranslation('shell');
  return (
    <header className={css.bar} aria-label={t('topBar')} data-region tabIndex={-1}>
      <SlotPlace name="phone-title" className={css.title} />
      <SlotPlace name="breadcrumb" className={css.crumbs} />
      <SlotPlace name="actions" className={css.actions} />
    </header>
  );
}
