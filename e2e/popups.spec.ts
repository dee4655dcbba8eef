/**
 * Every menu and dialog in every language: no English left, no key of a text, nothing truncated, nothing found by axe; each
 * has the focus, and no key reaches the page behind it.
 */
import type { Page } from '@playwright/test';
import { foreignTo } from './catalogue.ts';
import { expect, signIn, test } from './fixtures.ts';
import { goWithin } from './go-within.ts';
import { faultsOn } from './page-faults.ts';
import { plantForPopups } from './popup-seeds.ts';
import { type Opening, type Popup, popupsOfPages } from './popups.ts';
import { onStock } from './server.ts';
import {
  brought,
  type Language,
  languages,
  locales,
  sayerOf,
  takePicture,
  timeoutMs,
  type Width,
  wholeWalk,
  widths,
} from './walk.ts';

/** A server of its own, with all options on. */
test.use({ serverOptions: { arguments: ['--second-factor'] } });

/** One of the two languages is checked by axe, too, in the dark theme. */
const few: readonly (readonly [Language, Width, axe: boolean])[] = [
  ['de', 'desk', false],
  ['ar', 'desk', true],
];
const all = languages.flatMap((language) =>
  (['desk', 'phone'] as const).map((width) => [language, width, true] as const),
);

const anyPopup = '[role="menu"], [role="dialog"], [role="alertdialog"], dialog[open]';

for (const [language, width, withAxe] of wholeWalk ? all : few) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: locales[language], viewport: widths[width], actionTimeout: timeoutMs });

    test('every menu and dialog is spoken, whole, and alone hears the keys', async ({
      page,
      seed,
      workspace,
      expectedErrors,
      checkAccessibility,
      checkContrast,
    }) => {
      test.slow();
      // A save over another person's change.
      expectedErrors.push(/status of 409/);
      const say = sayerOf(language);
      const planted = await plantForPopups(seed, workspace.path, wholeWalk);
      await signIn(page, seed, 'Administrator', true);
      if (withAxe) await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/recent');
      await expect(page.getByRole('heading', { level: 1, name: say('browse.recent.title') })).toBeVisible();
      let faults = await faultsOn(page, foreignTo(language));
      const opening: Opening = { page, seed, say, planted };

      const examine = async (popup: Popup, where: string) => {
        const name = `${popup.name} on ${where.split('/').slice(0, 2).join('/')}`;
        await popup.open(opening);
        const shown = page.locator(anyPopup).filter({ visible: true });
        await expect(shown.first(), name).toBeVisible();
        await expect(page.locator('[role="dialog"][aria-busy="true"]'), name).toHaveCount(0);
        await expect(shown.locator('[aria-busy="true"]'), name).toHaveCount(0);
        await takePicture(page, `${language}-${width}`, name);
        await expect
          .poll(() => faults({ texts: brought }), { message: name, timeout: timeoutMs })
          .toEqual([]);
        if (withAxe) {
          // A menu covers nothing, so the whole page must pass.
          await checkAccessibility(page, (await page.getByRole('menu').count()) > 0 ? undefined : anyPopup);
          if (wholeWalk) {
            await page.emulateMedia({ colorScheme: 'light' });
            await checkContrast(anyPopup);
            await page.emulateMedia({ colorScheme: 'dark' });
          }
        }
        await expect.poll(() => focusIsIn(page), `the focus is in ${name}`).toBe(true);
        // The menu that opened it may still be fading.
        await expect.poll(() => shown.count(), `${name} is alone`).toBeLessThanOrEqual(1);
        await pressBehind(page);
        expect(await shown.count(), `nothing behind ${name} hears a key`).toBeLessThanOrEqual(1);
        const closed = async () => {
          await page.keyboard.press('Escape');
          return page.locator(anyPopup).count();
        };
        await expect.poll(closed, `${name} is closed by Escape`).toBe(0);
        await popup.after?.(opening);
      };

      // Collect all faults before failing: a walk takes a minute.
      const wrong: string[] = [];
      let at = '';
      for (const { address, ready, ownServer, needsLarge, wide, popups } of popupsOfPages) {
        if ((onStock && ownServer === true) || (!wholeWalk && needsLarge === true)) continue;
        if (wide === true && width === 'phone') continue;
        const where = address(planted);
        for (const popup of popups) {
          if (popup.wide === true && width === 'phone') continue;
          try {
            if (at !== where) {
              await goWithin(page, where);
              const awaited = page.getByText(say(ready)).or(page.getByRole('button', { name: say(ready) }));
              await expect(awaited.filter({ visible: true }).first(), where).toBeVisible({
                timeout: timeoutMs,
              });
              at = where;
            }
            await examine(popup, where);
          } catch (error) {
            const fault = `${popup.name}: ${error instanceof Error ? error.message : String(error)}`;
            wrong.push(fault);
            if (wholeWalk) process.stdout.write(`${language}, ${width}: ${fault}\n`);
            await page.goto('/recent');
            at = '';
            faults = await faultsOn(page, foreignTo(language));
          }
        }
      }
      expect(wrong).toEqual([]);
    });
  });
}

function focusIsIn(page: Page): Promise<boolean> {
  return page.evaluate((selector) => document.activeElement?.closest(selector) != null, anyPopup);
}

/**
 * Presses a shortcut of the page: first with the focus as it is, then with the focus behind the dialog, where a rerendered
 * list may move it.
 */
async function pressBehind(page: Page): Promise<void> {
  await page.keyboard.press('?');
  const behind = page.locator('#root :is(button, a):not([role="dialog"] *, dialog *)').first();
  if ((await page.locator('[role="dialog"]').count()) > 0) {
    await behind.evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.press('?');
  }
  // What a key opens is rendered in the next frame, whether its code has loaded or not.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
