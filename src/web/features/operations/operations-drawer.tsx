/**
 * The operations panel in a drawer beside the page. Not modal, so that the selection stays visible and can be changed. It
 * takes the focus when it opens and returns it when it closes.
 */

import { X } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { closeOperations, openOperations, useOperationsDrawer } from '#web/frame/operations-drawer-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './operations-drawer.module.css';
import { OperationsPanel } from './operations-panel.tsx';

export function OperationsDrawer() {
  const { t } = useTranslation('operations');
  const { chosen } = useOperationsDrawer();
  const { pathname } = useLocation();
  const title = useId();
  const drawer = useRef<HTMLElement>(null);
  const cameFrom = useRef(document.activeElement);
  const [page] = useState(pathname);

  useEffect(() => {
    const before = cameFrom.current;
    drawer.current?.querySelector<HTMLElement>('input')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    if (pathname !== page) closeOperations();
  }, [pathname, page]);

  return (
    <section
      ref={drawer}
      className={css.drawer}
      aria-labelledby={title}
      data-region
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        closeOperations();
      }}
    >
      <header className={css.head}>
        <h2 id={title} className={css.title}>
          {t('drawer')}
        </h2>
        <IconButton icon={X} label={t('close')} shortcut="Escape" onClick={closeOperations} />
      </header>
      <div className={css.body}>
        <OperationsPanel chosen={chosen} onChoose={(id) => openOperations(id)} />
      </div>
    </section>
  );
}
