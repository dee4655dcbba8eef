// The title of the page on screen, for the browser's tab, its history and bookmarks.
import { useEffect } from 'react';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { brand } from './brand.ts';
import { usePageActive } from './page-pane.ts';

export function useTabTitle(title: string): void {
  const active = usePageActive();
  useEffect(() => {
    if (!active) return;
    const app = brand().name;
    document.title = title === '' ? app : `${withVisibleControls(title)} – ${app}`;
    return () => {
      document.title = app;
    };
  }, [title, active]);
}
