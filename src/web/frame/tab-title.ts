// What the browser's tab, its history and a bookmark call the page on screen.
import { useEffect } from 'react';

const app = 'Muniment';

export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? app : `${title} – ${app}`;
    return () => {
      document.title = app;
    };
  }, [title]);
}
