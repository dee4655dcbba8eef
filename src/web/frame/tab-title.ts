// What the browser's tab, its history and a bookmark call the page on screen.
import { useEffect } from 'react';
import { usePageActive } from './page-pane.ts';

const app = 'Muniment';

export function useTabTitle(title: string): void {
  const active = usePageActive();
  useEffect(() => {
    if (!active) return;
    document.title = title === '' ? app : `${title} – ${app}`;
    return () => {
      document.title = app;
    };
  }, [title, active]);
}
