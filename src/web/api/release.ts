/** Has the service worker fetch the app's own files, so that it opens without a line (worker-shell.ts). */
import type { PageNews } from './media-protocol.ts';

export function askForRelease(): Promise<void> {
  return tellWorker('release-wanted');
}

/** What PDFs are drawn with beside their own bytes: much, and only for who keeps folders here. */
export function askForPdfData(): Promise<void> {
  return tellWorker('pdf-data-wanted');
}

async function tellWorker(type: PageNews['type']): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const news: PageNews = { type };
  (registration?.waiting ?? registration?.active)?.postMessage(news);
}
