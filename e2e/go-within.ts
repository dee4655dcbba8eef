import type { Page } from '@playwright/test';

/** As a link does: nothing is loaded again, or a walk through all pages would take minutes. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
