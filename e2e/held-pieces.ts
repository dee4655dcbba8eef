/** Stops uploads in the middle of a file until the test lets them go on. */
import type { Page } from '@playwright/test';

export const pieces = '**/upload/*/0';

/**
 * Lets the first two pieces of every file pass, and counts what is sent. Call it before the page is opened: once its
 * service worker is active, Chromium may not let requests be held.
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
