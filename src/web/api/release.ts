/** Tells the service worker to download the app's own files, so that the app opens without a connection (worker-shell.ts). */
import type { PageNews } from './media-protocol.ts';

export function askForRelease(): Promise<void> {
  return tellWorker('release-wanted');
}

/** Downloads what pdf.js needs besides the PDF itself: many files, so only for people who keep folders on this device. */
export function askForPdfData(): Promise<void> {
  return tellWorker('pdf-data-wanted');
}

async function tellWorker(type: PageNews['type']): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const news: PageNews = { type };
  (registration?.waiting ?? registration?.active)?.postMessage(news);
}
