/** Records what a page announces to screen readers. */
import type { Page } from '@playwright/test';

/** All polite announcements from now on. */
export async function spoken(page: Page): Promise<() => Promise<readonly string[]>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]'))
        texts.push(status.textContent.replace('\u00a0', ''));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => said.jsonValue();
}
