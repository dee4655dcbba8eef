/** Presses keys and says whether the app leaves them to the browser. */
import type { Page } from '@playwright/test';

export async function isLeftToBrowser(page: Page, keys: string): Promise<boolean> {
  // The window hears a key after the page's own listeners.
  const taken = await page.evaluateHandle(() => {
    const found: boolean[] = [];
    window.addEventListener('keydown', (event) => found.push(event.defaultPrevented));
    return found;
  });
  await page.keyboard.press(keys);
  return taken.evaluate((found) => found.at(-1) === false);
}
