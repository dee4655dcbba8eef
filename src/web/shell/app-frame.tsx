// The frame around every page: navigation, top bar, work, pane. It holds places (frame-slots), not features.
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SlotPlace, useSlotFilled } from '#web/ui/frame-slots.tsx';
import css from './app-frame.module.css';
import { Navigation } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

export function AppFrame() {
  const { t } = useTranslation('shell');
  const withPane = useSlotFilled('pane');
  return (
    <div className={css.app}>
      <Navigation />
      <div className={css.work}>
        <TopBar />
        <SlotPlace name="banner" />
        <div className={css.body} data-pane={withPane || undefined}>
          <main className={css.main} id="work" tabIndex={-1} aria-label={t('work')} data-region>
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
          <aside className={css.pane} aria-label={t('details')} data-region hidden={!withPane}>
            <SlotPlace name="pane" className={css.paneContent} />
            <SlotPlace name="tray" />
          </aside>
        </div>
        <SlotPlace name="bulk" className={css.bulk} />
      </div>
      <ScrollRestoration />
    </div>
  );
}
