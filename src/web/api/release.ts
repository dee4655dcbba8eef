/** Has the service worker fetch the app's own files, so that it opens without a line (worker-shell.ts). */
import type { PageNews } from './media-protocol.ts';

export async function askForRelease(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const news: PageNews = { type: 'release-wanted' };
  (registration?.waiting ?? registration?.active)?.postMessage(news);
}
