// The top bar: the breadcrumb, the search box, and the page's own actions.

import { ArrowLeft, ArrowRight, Search } from 'lucide';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { SlotElement, useSlotFilled } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { paths } from '../paths.ts';
import css from './top-bar.module.css';

export const TopBar = memo(function TopBar() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const withOmnibox = useSlotFilled('omnibox');
  const choosing = useSlotFilled('bulk');
  return (
    <header className={css.bar} data-choosing={choosing || undefined} data-region tabIndex={-1}>
      <div className={css.steps}>
        <IconButton icon={ArrowLeft} directional label={t('back')} onClick={() => void navigate(-1)} />
        <IconButton icon={ArrowRight} directional label={t('forward')} onClick={() => void navigate(1)} />
      </div>
      <SlotElement name="phone-title" className={css.title} />
      <SlotElement name="breadcrumb" className={css.crumbs} />
      <SlotElement name="omnibox" className={css.slot} />
      {withOmnibox ? null : (
        <Link className={css.omnibox} to={paths.search.href()}>
          <Icon icon={Search} />
          <span className={css.prompt}>{t('omnibox')}</span>
          <Kbd keys="/" />
        </Link>
      )}
      <SlotElement name="common-actions" className={css.actions} />
      <SlotElement name="actions" className={css.actions} />
    </header>
  );
});
