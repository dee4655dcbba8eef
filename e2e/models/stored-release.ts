/** Tells if the service worker has stored the app's own files for a visit without a connection. */
import type { Page } from '@playwright/test';

/** They are fetched when a page has been open for ten seconds, the app's page last. Needs a fake clock. */
export async function isReleaseKept(page: Page): Promise<boolean> {
  // The page asks the worker only once, so the worker must be active before that time.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.clock.fastForward(10_000);
  return page.evaluate(async () => {
    const { scope } = await navigator.serviceWorker.ready;
    return (await caches.match(scope)) !== undefined && navigator.serviceWorker.controller !== null;
  });
}
