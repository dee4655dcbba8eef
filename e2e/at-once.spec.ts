/**
 * Menus, dialogs and the field of a name, if their code has loaded, open with the key press, and get the next key already.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';

interface OpenedMenu {
  readonly name: string;
  readonly page?: 'document';
  readonly press: 'click' | 'contextmenu' | 'keydown';
  readonly open: (page: Page) => Promise<void>;
  /** The first letter of an entry, which would be a command or select another row behind the menu. */
  readonly letter: string;
  /** The row selected afterwards. */
  readonly row?: 'Contrat';
  /** The first entry has the focus when it opens. */
  readonly atFirst?: boolean;
}

const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

const menus: readonly OpenedMenu[] = [
  {
    name: 'a row, by a right click',
    press: 'contextmenu',
    open: (page) => new FolderList(page).row('Bail').click({ button: 'right' }),
    letter: 'm',
  },
  {
    name: 'a row that is not chosen yet',
    press: 'contextmenu',
    open: (page) => new FolderList(page).row('Contrat').click({ button: 'right' }),
    letter: 'm',
    row: 'Contrat',
  },
  {
    name: 'a row, by the menu key',
    press: 'keydown',
    open: (page) => page.keyboard.press('Shift+F10'),
    letter: 'm',
  },
  { name: 'a row, by its button', press: 'click', open: button('More actions for Bail'), letter: 'm' },
  { name: 'what to upload', press: 'click', open: button('Upload'), letter: 'f' },
  { name: 'what to make', press: 'click', open: button('New'), letter: 'n' },
  {
    name: 'what to make, by a key',
    press: 'click',
    open: (page) => page.getByRole('button', { name: 'New', exact: true }).press('Enter'),
    letter: 'n',
    atFirst: true,
  },
  { name: 'the account', press: 'click', open: button('Administrator'), letter: 'l' },
  { name: 'a document', page: 'document', press: 'click', open: button('More actions'), letter: 'm' },
];

test.beforeEach(async ({ app, seed, workspace }) => {
  await app.addInitScript(() => {
    const { requestIdleCallback: whenIdle } = window;
    window.requestIdleCallback = (callback, options) =>
      whenIdle((deadline) => {
        callback(deadline);
        setTimeout(() => Reflect.set(window, 'wasAtRest', true));
      }, options);
  });
  for (const name of ['Bail', 'Contrat', 'Xérox'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
});

for (const { name, page: where, press, open, letter, row = 'Bail', atFirst = false } of menus) {
  test(`the menu of ${name} has the next key`, async ({ app, workspace }) => {
    const list = new FolderList(app);
    const menu = app.getByRole('menu');
    for (const frames of [0, 1, 2, 5]) {
      for (const keys of [['Escape'], [letter], ['ArrowDown', 'ArrowDown']]) {
        // For `frames` 0 it is the first popup of its page; after that its code has run before.
        if (frames === 0) await toPageAtRest(list, workspace.path, where);
        const address = app.url();
        const what = `${keys.join(', ')} after ${frames} frames`;
        const typing = await typeAfter(app, press, keys, frames);
        await open(app);
        expect(await typing(), what).toBe('menu');
        if (keys[0] !== 'Escape') {
          const entry = menu.locator(':focus');
          if (keys[0] === letter) await expect(entry, what).toHaveText(new RegExp(`^${letter}`, 'i'));
          else await expect(menu.locator('[role^="menuitem"]').nth(atFirst ? 2 : 1), what).toBeFocused();
          await app.keyboard.press('Escape');
        }
        await expect(menu, what).toHaveCount(0);
        await expect(app.getByRole('dialog'), what).toHaveCount(0);
        expect(app.url(), what).toBe(address);
        if (where === 'document') continue;
        await expect(list.chosenRows, what).toHaveCount(1);
        await expect(list.row(row), what).toHaveAttribute('aria-selected', 'true');
        if (press !== 'click') await expect(list.row(row), what).toBeFocused();
      }
    }
  });
}

test('an entry of a menu is taken by keys that follow the press at once', async ({ app, workspace }) => {
  const list = new FolderList(app);
  for (const frames of [0, 1, 2, 5]) {
    await toPageAtRest(list, workspace.path);
    const typing = await typeAfter(app, 'click', ['ArrowDown', 'Enter'], frames);
    await button('New')(app);
    expect(await typing()).toBe('menu');
    await expect(app.getByRole('dialog', { name: /^New: / }), `after ${frames} frames`).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(app.getByRole('dialog')).toHaveCount(0);
  }
});

for (const [name, keys, drawn] of [
  ['a dialog', 'Shift+Delete', 'dialog'],
  ['the palette', 'Control+k', 'dialog'],
  ['the quick look', 'Space', 'dialog'],
  ['the field of a name', 'F2', 'field'],
] as const) {
  test(`${name} is drawn with the press`, async ({ app, workspace }) => {
    await toPageAtRest(new FolderList(app), workspace.path);
    const typing = await typeAfter(app, 'keydown', [], 0);
    await app.keyboard.press(keys);
    expect(await typing()).toBe(drawn);
  });
}

/**
 * Opens the page and waits until its rows are there and all idle-time code has loaded; the page has no mark for that, but
 * uses the browser's idle callback.
 */
async function toPageAtRest(list: FolderList, path: string, where?: 'document'): Promise<void> {
  const { page } = list;
  await list.open(path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  // The palette's key works only when its box is there.
  await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeVisible();
  await page.waitForFunction(() => Reflect.get(window, 'wasAtRest') === true);
  await page.waitForFunction(fetchedScripts, 'palette-dialog-');
  const scripts = await page.evaluate(fetchedScripts, '');
  await page.evaluate(async (scripts) => {
    // A module that is imported again resolves when it has run.
    for (const script of scripts ?? []) await import(script);
    await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)));
  }, scripts);
  if (where === undefined) return;
  await page.keyboard.press('Enter');
  await expect(new DocumentPage(page).title).toContainText('Bail');
}

/** Addresses of the loaded scripts whose name begins with `name`; null if there are none. */
function fetchedScripts(name: string): readonly string[] | null {
  const found = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((address) => address.includes(`/assets/${name}`) && address.endsWith('.js'));
  return found.length === 0 ? null : found;
}

/**
 * Types keys a number of frames after the next such event, each in a task of its own. Resolves to what was on screen before
 * the first of them.
 */
async function typeAfter(
  page: Page,
  press: string,
  keys: readonly string[],
  frames: number,
): Promise<() => Promise<string>> {
  const typing = await page.evaluateHandle(
    ([press, keys, frames]) => {
      const task = () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        });
      const shown = (): string => {
        if (document.querySelector('[role="dialog"][aria-busy="true"]') !== null) return 'what stands for it';
        if (document.querySelector('[role="menu"]:not([data-closed])') !== null) return 'menu';
        if (document.querySelector('[role="dialog"], dialog[open]') !== null) return 'dialog';
        return document.activeElement?.matches('[role="row"] input[dir="auto"]') === true
          ? 'field'
          : 'nothing';
      };
      const type = async (): Promise<string> => {
        for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
        await task();
        const before = shown();
        for (const key of keys) {
          for (const kind of ['keydown', 'keyup']) {
            const init = { key, bubbles: true, cancelable: true, composed: true };
            (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(kind, init));
          }
          await task();
        }
        return before;
      };
      const { promise, resolve } = Promise.withResolvers<string>();
      const onPress = (event: Event): void => {
        if (event instanceof KeyboardEvent && ['Shift', 'Control'].includes(event.key)) return;
        removeEventListener(press, onPress, true);
        void type().then(resolve);
      };
      addEventListener(press, onPress, true);
      return { typed: promise };
    },
    [press, keys, frames] as const,
  );
  return () => typing.evaluate(({ typed }) => typed);
}
