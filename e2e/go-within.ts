import type { Page } from '@playwright/test';

/** Navigates like a link does: with a reload for each page, a walk through all pages would take minutes. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
