/**
 * Extensions on a plain file server, for a person who is no administrator: the two examples, and others that hang, fail,
 * have errors, or try to reach what they may not.
 */
import { readFile } from 'node:fs/promises';
import { folder, test } from './extension-host.ts';
import { expect, signIn } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

const example = (name: string) =>
  readFile(new URL(`../examples/extensions/${name}.js`, import.meta.url), 'utf8');

/** Tries to read what it may not, and lists what it got. */
const thief = (server: string) => `
muniment.define({
  protocol: 1,
  name: 'Thief',
  pages: [
    {
      key: 'loot',
      title: 'Loot',
      show: async (root) => {
        const attempts = {
          parent: () => parent.document.body,
          top: () => top.sessionStorage,
          storage: () => localStorage,
          session: () => sessionStorage,
          cookie: () => document.cookie,
          database: () => indexedDB.open('x'),
          caches: () => caches.keys(),
          server: () => fetch('${server}/nuxeo/api/v1/me', { credentials: 'include' }),
          script: () => new Function('return 1'),
          markup: () => { root.innerHTML = '<b>x</b>'; },
          token: () => muniment.call('POST', '/token?application=x'),
          me: () => muniment.call('GET', '/me'),
          above: () => muniment.call('GET', '/path/../me'),
          window: () => { if (open('about:blank') === null) throw new Error('No window'); },
        };
        const got = [];
        for (const [name, attempt] of Object.entries(attempts)) {
          try { await attempt(); got.push(name); } catch {}
        }
        const granted = await muniment.call('GET', '/path/default-domain');
        root.textContent = 'Got: ' + (got.join(', ') || 'nothing') + '; granted: ' + granted.path;
      },
    },
    { key: 'flight', title: 'Flight', show: () => { location.href = 'https://example.org/?loot'; } },
  ],
});`;

test('what extensions add works, and one that fails costs nothing else', async ({
  host,
  seed,
  page,
  expectedErrors,
  checkAccessibility,
}) => {
  // The browser logs more errors of failing extensions than the app.
  expectedErrors.push(
    /404/,
    /Content Security Policy/,
    /Trusted(HTML|Script)/,
    /Blocked opening/,
    /Script error|broken on purpose/,
  );
  const place = '/default-domain/workspaces/papers';
  await seed.document('/default-domain/workspaces', 'Workspace', 'papers', { 'dc:title': 'Papers' });
  await seed.file(place, 'lease.txt', 'A lease', 'text/plain');
  const square = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ];
  const geo = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [square] } };
  const land = await seed.file(place, 'land.geojson', JSON.stringify(geo), 'application/geo+json');
  const ada = await seed.user('ada');
  await seed.operation('Document.AddPermission', {
    input: `doc:${place}`,
    params: { username: 'ada', permission: 'ReadWrite' },
  });

  const sealed = await seed.file(place, 'sealed.txt', 'A seal', 'text/plain');
  await seed.operation('Document.BlockPermissionInheritance', { input: sealed, params: {} });
  await seed.operation('Document.AddPermission', {
    input: sealed,
    params: { username: 'ada', permission: 'Read' },
  });

  host.put('extensions/retention.js', await example('retention'));
  host.put('extensions/geojson.js', await example('geojson'));
  host.put('extensions/thief.js', thief(seed.origin));
  host.put('extensions/broken.js', 'throw new Error("broken on purpose")');
  host.put('extensions/newer.js', 'muniment.define({ protocol: 2, name: "Newer" })');
  host.put(
    'extensions/endless.js',
    `muniment.define({ protocol: 1, name: 'Endless', columns: [
      { key: 'loop', title: 'Loop', properties: [], texts: () => { for (;;); } } ] })`,
  );
  const file = (name: string) => `extensions/${name}.js`;
  host.configure({
    server: `${seed.origin}/nuxeo`,
    extensions: [
      { file: file('retention'), calls: ['PUT /id/*'] },
      { file: file('geojson') },
      { file: file('thief'), calls: ['GET /path/*'] },
      { file: file('broken') },
      { file: file('newer') },
      { file: file('missing') },
      { file: file('endless'), seconds: 1 },
      { file: 'https://elsewhere.example/far.js' },
    ],
  });
  await signIn(page, new Seed(seed.origin, ada), 'ada');
  await page.goto(`${host.origin}${folder}#/browse${place}`);
  const list = new FolderList(page);
  const lease = list.row('lease.txt');
  await expect(lease).toBeVisible();

  // A column and an action.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Keep until' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Loop' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  const year = new Date().getUTCFullYear() + 10;
  await expect(lease).toContainText(String(year));
  const [size, until] = await Promise.all(
    ['Size', 'Keep until'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect((until?.x ?? 0) - (size?.x ?? 0) - (size?.width ?? 0)).toBeGreaterThan(0);
  await list.choose('lease.txt', 'Keep a year longer');
  await expect(list.toast('Kept a year longer')).toBeVisible();
  await expect(lease).toContainText(String(year + 1));
  // An endless loop blocks nothing, and is reported in place of its texts.
  await expect(lease.getByRole('img', { name: 'The extension “Endless” did not answer.' })).toBeVisible();
  await expect(list.toast('The extension “Endless” did not answer.')).toBeVisible();
  await expect(lease).toContainText(String(year + 1));

  // An action names the permission that it needs, and is disabled for a document that may only be read.
  const refusedAction = (await list.menu('sealed.txt')).getByRole('menuitem', { name: 'Keep a year longer' });
  await expect(refusedAction).toHaveAttribute('aria-disabled', 'true');
  await expect(refusedAction).toContainText('you may only read sealed.txt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  // A page, which gets only what config.json grants.
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await navigation.getByRole('link', { name: 'Loot' }).click();
  await expect(page.frameLocator('iframe[title="Loot"]').locator('body')).toContainText(
    'Got: nothing; granted: /default-domain',
  );
  await navigation.getByRole('link', { name: 'Flight' }).click();
  await expect(page.getByText('The extension “Thief” left its page.')).toBeVisible();

  // A previewer and a panel, which the palette finds, too.
  await page.goto(`${host.origin}${folder}#/doc/${land}`);
  const map = page.frameLocator('iframe[title="land.geojson"]').getByRole('img', { name: 'Map' });
  await expect(map).toBeVisible();
  // A tab that is added later does not push the chosen one out of sight.
  await expect(page.getByRole('tab', { name: 'On the map' })).toBeAttached();
  await expect(page.getByRole('tab', { name: 'Details' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'On the map' }).click();
  await expect(page.frameLocator('iframe[title="On the map"]').getByText('Polygon')).toBeVisible();
  await checkAccessibility();

  // The state of each extension, and its switch.
  await page.goto(`${host.origin}${folder}#/settings`);
  const settings = page.getByRole('region', { name: 'Extensions' });
  await expect(settings.getByRole('listitem').filter({ hasText: 'Retention' })).toContainText('Works.');
  await expect(settings.getByText(/Newer|“newer” was written for protocol 2/)).toBeVisible();
  await expect(settings.getByText(/“broken” stopped with an error/)).toBeVisible();
  await expect(settings.getByText(/“missing” could not be read: HTTP 404/)).toBeVisible();
  await expect(settings.getByText(/extensions\[7\]\.file in config\.json/)).toBeVisible();
  await checkAccessibility();
  await settings.getByRole('switch', { name: 'Use “Thief”' }).uncheck();
  await expect(navigation.getByRole('link', { name: 'Loot' })).toHaveCount(0);
});

test('a page of an extension that does not come, errs or sends without end leaves the app usable', async ({
  host,
  seed,
  page,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/Script error|broken on purpose/);
  host.put(
    'extensions/restless.js',
    `muniment.define({ protocol: 1, name: 'Restless', pages: [
      { key: 'never', title: 'Never', show: () => new Promise(() => {}) },
      { key: 'event', title: 'Event', show: (root) => {
        const button = document.createElement('button');
        button.textContent = 'Press me';
        button.onclick = () => { throw new Error('broken on purpose'); };
        root.append(button); } },
      { key: 'flood', title: 'Flood', show: (root) => {
        root.textContent = 'Here it is';
        setInterval(() => { for (let i = 0; i < 500; i += 1) muniment.file().catch(() => {}); }, 1); } },
    ] })`,
  );
  host.configure({
    server: `${seed.origin}/nuxeo`,
    extensions: [{ file: 'extensions/restless.js', seconds: 60 }],
  });
  const restless = await seed.user('restless');
  await signIn(page, new Seed(seed.origin, restless), 'restless');
  await page.goto(`${host.origin}${folder}#/browse/`);
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  const main = page.getByRole('main');

  // A view that never finishes loading: the app names the extension, and it can be stopped and tried again.
  await navigation.getByRole('link', { name: 'Never' }).click();
  await expect(main.getByText('The extension “Restless” is loading…')).toBeVisible();
  await checkAccessibility();
  await main.getByRole('button', { name: 'Stop' }).click();
  await expect(main.getByText('You stopped the extension “Restless”.')).toBeVisible();
  await expect(page.locator('iframe[title="Never"]')).toHaveCount(0);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('button', { name: 'Stop' })).toBeVisible();

  // An error in an event handler of the extension: the app reports it, and the view stays.
  await navigation.getByRole('link', { name: 'Event' }).click();
  const button = page.frameLocator('iframe[title="Event"]').getByRole('button', { name: 'Press me' });
  await button.click();
  await expect(main.getByText('The extension “Restless” had an error')).toBeVisible();
  await expect(button).toBeVisible();
  await checkAccessibility();

  // The app ends an extension that floods it with messages.
  await navigation.getByRole('link', { name: 'Flood' }).click();
  await expect(main.getByText('The extension “Restless” sent messages without end')).toBeVisible();
  await expect(page.locator('iframe[title="Flood"]')).toHaveCount(0);
  await navigation.getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL(/#\/search/);
});
