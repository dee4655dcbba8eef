/** The app's own files as the service worker keeps them for a visit without a connection. */
import type { Page } from '@playwright/test';

/** They are fetched when a page has been open for ten seconds; the worker keeps the app's page last. Needs a fake clock. */
export async function isReleaseKept(page: Page): Promise<boolean> {
  // A page asks once, a worker that is there: before that the time must not come.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.clock.fastForward(10_000);
  return page.evaluate(async () => {
    const { scope } = await navigator.serviceWorker.ready;
    return (await caches.match(scope)) !== undefined && navigator.serviceWorker.controller !== null;
  });
}
