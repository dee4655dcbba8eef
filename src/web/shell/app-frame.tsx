// The frame around every page: navigation, top bar, work, pane. It has slots (frame-slots.tsx), not features.

import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { AwaitedCommands, useCommandKeys } from '#web/frame/commands.ts';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import {
  defaultFramePreferences,
  setFramePreferences,
  useFramePreferences,
} from '#web/frame/frame-preferences.ts';
import { SlotElement, useSlotFilled } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { LiveRegion } from '#web/ui/live-region.tsx';
import css from './app-frame.module.css';
import { Navigation } from './navigation.tsx';
import tabBar from './tab-bar.module.css';
import { TopBar } from './top-bar.tsx';
import { useAppearance } from './use-appearance.ts';

const Splitter = lazyAfterFirstView(() =>
  import('#web/ui/splitter.tsx').then((module) => ({ default: module.Splitter })),
);

const TabBar = lazyAfterFirstView(() =>
  import('./tab-bar.tsx').then((module) => ({ default: module.TabBar })),
);
const FrameCommands = lazyAfterFirstView(() =>
  import('./frame-commands.tsx').then((module) => ({ default: module.FrameCommands })),
);
const LeaveQuestion = lazyAfterFirstView(() =>
  import('./occasional/leave-question.tsx').then((module) => ({ default: module.LeaveQuestion })),
);
const ToastRegion = lazyAfterFirstView(() =>
  import('#web/frame/toast-region.tsx').then((module) => ({ default: module.ToastRegion })),
);
const TooltipLayer = lazyAfterFirstView(() =>
  import('#web/ui/tooltip-layer.tsx').then((module) => ({ default: module.TooltipLayer })),
);

const PageCrash = lazyPart(() =>
  import('./page-crash.tsx').then((module) => ({ default: module.PageCrash })),
);

const panePx = { min: 280, max: 560 };

export function AppFrame() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { navigationShown, navigationWidth, paneWidth } = useFramePreferences();
  const withPane = useSlotFilled('pane');
  const withTray = useSlotFilled('tray');
  const withBulk = useSlotFilled('bulk');
  useAppearance();
  useCommandKeys();
  return (
    <div
      className={css.app}
      data-navigation={navigationShown || undefined}
      style={{ '--nav': `${navigationWidth}px`, '--pane': `${paneWidth}px` }}
    >
      <button type="button" className={css.skip} onClick={() => document.getElementById('work')?.focus()}>
        {t('skip')}
      </button>
      <Navigation />
      <div className={css.work}>
        <TopBar />
        <SlotElement name="banner" />
        <div className={css.body} data-pane={withPane || undefined}>
          <main className={css.main} id="work" tabIndex={-1} data-region>
            <ErrorBoundary
              resetKey={pathname}
              fallback={(cause, retry) => (
                <Suspense>
                  <PageCrash cause={cause} retry={retry} />
                </Suspense>
              )}
            >
              {/* One for each page: the old page goes at once, instead of staying hidden until the next one's code is here. */}
              <Suspense key={pathname.split('/')[1]} fallback={<AwaitedPage />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
          <aside
            className={css.pane}
            aria-label={t('details')}
            data-region
            tabIndex={-1}
            data-tray-only={(!withPane && withTray) || undefined}
            hidden={!withPane && !withTray}
          >
            <SlotElement name="pane" className={css['pane-content']} />
            <SlotElement name="tray" className={css.tray} />
            <div className={css.edge}>
              <Suspense>
                <Splitter
                  label={t('resizePane')}
                  pane="end"
                  value={paneWidth}
                  {...panePx}
                  rest={defaultFramePreferences.paneWidth}
                  onChange={(width) => setFramePreferences({ paneWidth: width })}
                />
              </Suspense>
            </div>
          </aside>
          <SlotElement name="bulk" className={css.bulk} />
        </div>
      </div>
      {withBulk ? null : (
        <Suspense fallback={<div className={tabBar.bar} />}>
          <TabBar />
        </Suspense>
      )}
      <Suspense>
        <ToastRegion />
      </Suspense>
      <LiveRegion />
      <Suspense>
        <TooltipLayer />
        <LeaveQuestion />
      </Suspense>
      <Suspense fallback={<AwaitedCommands />}>
        <FrameCommands />
      </Suspense>
    </div>
  );
}
