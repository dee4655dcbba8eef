// The address of the page that compares two documents. Pure.
import { paths } from '#web/paths.ts';

export function compareAddress(earlier: string, later: string, view?: string): string {
  const values = new URLSearchParams({ with: later });
  if (view !== undefined) values.set('view', view);
  return `${paths.doc.href(earlier, 'compare')}?${values}`;
}
