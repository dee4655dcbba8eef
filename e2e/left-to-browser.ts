/** Presses keys and tells if the app leaves them to the browser. */
import type { Page } from '@playwright/test';

export async function isLeftToBrowser(page: Page, keys: string): Promise<boolean> {
  // Listeners on the window run after the page's own.
  const taken = await page.evaluateHandle(() => {
    const found: boolean[] = [];
    window.addEventListener('keydown', (event) => found.push(event.defaultPrevented));
    return found;
  });
  await page.keyboard.press(keys);
  return taken.evaluate((found) => found.at(-1) === false);
}
