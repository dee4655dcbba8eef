/** Uploads that stop in the middle of a file, for as long as a test wants them to. */
import type { Page } from '@playwright/test';

export const pieces = '**/upload/*/0';

/**
 * Lets the first two pieces of every file through, and counts what is sent. Call before the page is opened: once its
 * service worker has taken over, Chromium may not let a request be held any more.
 */
export async function holdAfterTwo(
  page: Page,
): Promise<{ readonly sent: number[]; readonly letGo: () => Promise<void> }> {
  const sent: number[] = [];
  await page.route(pieces, async (route, request) => {
    const index = Number(request.headers()['x-upload-chunk-index'] ?? Number.NaN);
    if (request.method() !== 'POST' || Number.isNaN(index)) return route.continue();
    if (index >= 2) return;
    sent.push(index);
    await route.continue();
  });
  return { sent, letGo: () => page.unroute(pieces) };
}
