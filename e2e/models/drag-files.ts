/**
 * Drags files in from the system, by Chromium's DevTools protocol. The page gets the same as from a person: a transfer with
 * files and folders of the disk, which no event made by a script can have.
 */
import type { Locator, Page } from '@playwright/test';

/** @param paths absolute; folders with their content */
export async function dragFiles(page: Page, paths: readonly string[], onto: Locator): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  if (box === null) throw new Error('What the files are dropped on is not on screen');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  }
  await session.detach();
}
