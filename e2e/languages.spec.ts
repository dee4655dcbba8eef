/** Every language on every screen: no English left, no key of a text, nothing truncated; Arabic is checked by axe, too. */
import { foreignTo, textsIn } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { goWithin } from './go-within.ts';
import { type FindFaults, faultsOn } from './page-faults.ts';
import { taskOf } from './popup-seeds.ts';
import type { Seed } from './seed.ts';
import { onStock } from './server.ts';
import { brought, languages, locales, sayerOf, takePicture, timeoutMs, wholeWalk, widths } from './walk.ts';

/**
 * A server of its own: home, tasks and trash show everything there is, so this test and others would disturb each other.
 */
test.use({ serverOptions: {} });

async function startReview(seed: Seed, path: string): Promise<string> {
  const id = await seed.file(path, 'Emphyteutic lease', 'A lease of the house in Cologne', 'text/plain');
  await seed.json('POST', '/workflow', {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [id],
  });
  return id;
}

for (const language of languages) {
  // English is the language of all other tests.
  if (language === 'en' && !wholeWalk) continue;
  const locale = locales[language];
  test.describe(language, () => {
    test.use({ locale });

    const foreign = foreignTo(language);
    const say = sayerOf(language);

    async function expectNoFaults(find: FindFaults, where: string, except?: string): Promise<void> {
      const options = { message: where, timeout: timeoutMs };
      await expect.poll(() => find({ texts: brought, except }), options).toEqual([]);
    }

    test('is spoken on every screen', async ({ app, seed, workspace, checkAccessibility, checkContrast }) => {
      const id = await startReview(seed, workspace.path);
      await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Emphyteutic lease, annexes' });
      const other = await seed.file(workspace.path, 'Emphyteutic lease of 1998', 'A lease', 'text/plain');
      const lease = 'Emphyteutic lease';
      await seed.application({ id: `lease-${language}`, name: lease });
      const query = encodeURIComponent("SELECT * FROM Document WHERE dc:title LIKE 'Emphy%'");
      const ownScreens = async (): Promise<readonly (readonly [address: string, text: string])[]> => [
        ['/hooks', say('hooks.new')],
        [`/hooks/${await seed.hook(lease)}`, say('hooks.deliveries.none')],
        ['/admin/statistics', say('administration.statistics.months')],
        ['/admin/queue', say('administration.queue.none')],
        ['/admin/servers', say('administration.servers.process')],
      ];
      const screens: readonly (readonly [address: string, text: string, except?: string])[] = [
        ['/', say('home.others.title')],
        [`/browse${workspace.path}`, lease],
        [`/browse${workspace.path}?view=gallery`, lease],
        [`/browse${workspace.path}?second=${encodeURIComponent('/default-domain/workspaces')}`, lease],
        ['/recent', say('browse.recent.title')],
        ['/favourites', say('browse.favourites.empty')],
        ['/collections', say('changes.collections.empty')],
        ['/personal', say('documents.new.label')],
        ['/selection', say('browse.selection.empty')],
        [`/doc/${id}/details`, say('document.fact.created')],
        [`/doc/${id}/comments`, say('document.comments.none')],
        [`/doc/${id}/versions`, say('document.versions.none')],
        [`/doc/${id}/access`, say('document.access.open')],
        [`/doc/${id}/workflow`, say('document.workflow.startedBy')],
        [`/doc/${id}/activity`, say('document.activity.changes')],
        [`/doc/${id}/rights`, say('document.check.title')],
        [`/doc/${id}/compare?with=${other}`, say('document.compare.earlier')],
        ['/search?text=nowhere-to-be-found', say('search.empty.title')],
        ['/search?text=lease', lease],
        ['/search?mode=builder', say('search.builder.add')],
        [`/search?mode=nxql&q=${query}`, say('search.editor.run')],
        ['/people', say('people.users.new')],
        // The folders with rights include the server's own.
        ['/people/users/Administrator', say('people.edit'), `ul[aria-label="${say('people.reach.title')}"]`],
        ['/people/groups/members', say('people.groups.inside')],
        ['/directories', say('directories.vocabulary.continent')],
        ['/directories/continent', say('directories.add')],
        ['/tasks', lease],
        [`/tasks/${await taskOf(seed, id)}`, say('tasks.comment')],
        ['/nowhere', say('occasional.notFound.title')],
        // The catalogue is the server's.
        ['/operations', 'Blob.BulkDownload', '#work section'],
        ['/trash', say('browse.trash.emptyText')],
        ['/settings', say('settings.everywhere.action')],
        ['/applications', say('applications.new')],
        [`/applications/lease-${language}`, say('applications.consentOnce')],
        ['/services', say('services.new')],
        ['/admin', say('administration.audit.person')],
        ...(onStock ? [] : await ownScreens()),
      ];
      await app.goto('/recent');
      const faults = await faultsOn(app, foreign);
      // Collect all faults before failing: a walk takes minutes.
      const wrong: string[] = [];
      const looked = wholeWalk ? (['desk', 'phone'] as const) : (['desk'] as const);
      for (const width of looked) {
        await app.setViewportSize(widths[width]);
        for (const [index, [address, text, except]] of screens.entries()) {
          try {
            await goWithin(app, address);
            const awaited = app.getByText(text).filter({ visible: true }).first();
            await expect(awaited, address).toBeVisible({ timeout: timeoutMs });
            await expectNoFaults(faults, address, except);
            // Other languages look the same to axe as the screens of e2e/screens.spec.ts.
            if (wholeWalk || (language === 'ar' && index % 2 === 0)) await checkAccessibility();
            if (wholeWalk) {
              await app.emulateMedia({ colorScheme: 'dark' });
              await takePicture(app, `${language}-${width}`, address.replace(/[0-9a-f-]{18,}/g, ''));
              await checkContrast();
              await app.emulateMedia({ colorScheme: 'light' });
            }
          } catch (error) {
            const fault = `${address}: ${error instanceof Error ? error.message : String(error)}`;
            wrong.push(fault);
            if (wholeWalk) process.stdout.write(`${language}, ${width}: ${fault}\n`);
          }
        }
      }
      expect(wrong).toEqual([]);
      if (wholeWalk) return;
      await app.setViewportSize(widths.phone);
      for (const [address, text, except] of screens.slice(0, 4)) {
        await goWithin(app, address);
        await expect(app.getByText(text).filter({ visible: true }).first(), address).toBeVisible();
        await expectNoFaults(faults, `${address} on a phone`, except);
      }
    });

    test('is spoken in menus, in dialogs and on the sign-in page', async ({
      app,
      browser,
      seed,
      server,
      workspace,
    }) => {
      const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Emphyteutic lease' });
      await app.goto(`/browse${workspace.path}`);
      const faults = await faultsOn(app, foreign);
      const row = app.getByRole('row').filter({ hasText: 'Emphyteutic lease' });
      await row.click({ button: 'right' });
      const menu = app.getByRole('menu');
      await expect(menu.getByRole('menuitem').first()).toBeVisible();
      await expectNoFaults(faults, 'the menu');
      await menu
        .getByRole('menuitem')
        .filter({ hasText: say('changes.move.action') })
        .first()
        .click();
      await expect(app.getByRole('dialog').getByRole('treeitem').first()).toBeVisible();
      await expectNoFaults(faults, 'the dialog');
      await app.keyboard.press('Escape');
      await expect(app.getByRole('dialog')).toHaveCount(0);
      await app.keyboard.press('Control+k');
      await expect(app.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await expectNoFaults(faults, 'the palette');
      await app.keyboard.press('Escape');
      await goWithin(app, `/doc/${id}/rights`);
      await app.getByRole('combobox', { name: say('document.access.who'), exact: true }).fill('admin');
      await expect(app.getByRole('option').first()).toBeVisible();
      await expectNoFaults(faults, 'a field with a list', '[role="listbox"]');

      const context = await browser.newContext({ baseURL: server.origin, locale });
      const page = await context.newPage();
      await page.goto('/login');
      await expect(page.getByRole('button', { name: say('session.signIn'), exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      const faultsThere = await faultsOn(page, foreign);
      await expectNoFaults(faultsThere, 'the sign-in page');
      await page.setViewportSize(widths.phone);
      await expectNoFaults(faultsThere, 'the sign-in page on a phone');
      await context.close();
    });
  });
}

test('names each language in itself, and keeps the one that is chosen', async ({ app }) => {
  await app.goto('/recent');
  await app.getByRole('button', { name: 'Administrator', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Language' }).click();
  for (const name of ['English', 'Français', 'Deutsch', 'Español', '日本語', 'العربية'])
    await expect(app.getByRole('menuitemradio', { name, exact: true })).toBeVisible();
  await app.getByRole('menuitemradio', { name: 'العربية', exact: true }).click();
  const title = textsIn('ar').get('browse.recent.title') ?? '';
  await expect(app.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await app.reload();
  await expect(app.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('a French title too long for an Arabic phone ends in dots', async ({ app, seed, workspace }) => {
  const title =
    'Bail emphytéotique du quai nord, avenant numéro 4, signé par les deux parties (annexes A à F)';
  const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': title });
  await app.addInitScript(() => localStorage.setItem('muniment.language', 'ar'));
  await app.setViewportSize(widths.phone);
  await app.goto(`/doc/${id}`);
  await expect(app.locator('html')).toHaveAttribute('dir', 'rtl');
  const heading = app.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  // The ellipsis follows the last line, which therefore begins at the start of the box.
  const starts = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ left }) =>
      Math.round(left - element.getBoundingClientRect().left),
    );
  });
  expect(new Set(starts)).toEqual(new Set([0]));
});

test('on a French phone no control lies beyond the edge', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Emphyteutic lease' });
  await seed.operation('Document.Trash', { input: id, params: {} });
  await app.addInitScript(() => localStorage.setItem('muniment.language', 'fr'));
  await app.setViewportSize(widths.phone);
  const say = sayerOf('fr');
  for (const [address, text] of [
    ['/trash', say('changes.emptyTrash.action')],
    ['/directories/nature', say('directories.add')],
  ] as const) {
    await app.goto(address);
    await expect(app.getByRole('button', { name: text })).toBeVisible();
    const faults = await faultsOn(app, foreignTo('fr'));
    await expect.poll(() => faults({ texts: brought }), { message: address }).toEqual([]);
  }
});

test.describe('in German', () => {
  test.use({ locale: locales.de });

  test('the tabs of a document have room at a desk, and the chosen one is in sight on a phone', async ({
    app,
    seed,
    workspace,
  }) => {
    const id = await startReview(seed, workspace.path);
    await seed.json('POST', `/id/${id}/@comment`, { 'entity-type': 'comment', parentId: id, text: 'Gut' });
    await app.goto(`/doc/${id}/workflow`);
    const tabs = app.getByRole('tablist');
    const chosen = tabs.getByRole('tab', { selected: true });
    await expect(tabs).toContainText('1');
    const hidden = () => tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hidden).toBe(0);
    await app.setViewportSize(widths.phone);
    await expect.poll(hidden).toBeGreaterThan(0);
    await goWithin(app, `/doc/${id}/details`);
    await expect(chosen).toBeInViewport({ ratio: 1 });
    await goWithin(app, `/doc/${id}/workflow`);
    await expect(chosen).toHaveText('Workflow');
    await expect(chosen).toBeInViewport({ ratio: 1 });
    // The task shows the kind of the document, and not the version label 0.0.
    await goWithin(app, `/tasks/${await taskOf(seed, id)}`);
    await expect(app.getByText('Text', { exact: true })).toBeVisible();
  });

  test('nothing stands over something else on a phone', { tag: '@own-server' }, async ({
    app,
    seed,
    workspace,
  }) => {
    const note = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Emphyteutic lease' });
    await seed.application({ id: 'quay', name: 'Emphyteutic lease' });
    await app.setViewportSize(widths.phone);
    await app.goto('/search?mode=nxql');
    const modes = await app.getByRole('button', { name: 'NXQL', exact: true }).boundingBox();
    for (const name of [sayerOf('de')('search.editor.fields'), sayerOf('de')('search.editor.history')]) {
      const tool = await app.getByRole('button', { name, exact: true }).boundingBox();
      expect(apart(modes, tool), name).toBe(true);
    }
    await app.goto('/applications/quay');
    const fact = app.locator('dl > div').first();
    await expect(fact).toBeVisible();
    const name = await fact.locator('dt').evaluate(widthOfWords);
    const value = await fact.locator('dd').boundingBox();
    expect(name).toBeLessThan(value?.x ?? 0);
    await app.goto('/admin/queue');
    const last = app
      .getByRole('group', { name: sayerOf('de')('administration.queue.title') })
      .getByRole('button')
      .last();
    await expect(last).toBeInViewport({ ratio: 1 });
    await app.setViewportSize(widths.desk);
    await app.goto(`/doc/${note}`);
    await expect(app.getByText('Notiz', { exact: true })).toBeVisible();
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function apart(one: Box | null, other: Box | null): boolean {
  if (one === null || other === null) return false;
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return beside || one.y + one.height <= other.y || other.y + other.height <= one.y;
}

/** The right edge of the element's text in px, also where the text overflows the element. */
function widthOfWords(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}

test('what lies below a page has a way back on a phone', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Emphyteutic lease' });
  await app.setViewportSize(widths.phone);
  const banner = app.getByRole('banner');
  await app.goto(`/doc/${id}/rights`);
  await banner.getByRole('link', { name: 'Emphyteutic lease' }).click();
  await expect(app).toHaveURL(new RegExp(`/doc/${id}$`));
  await app.goto('/directories/continent');
  await banner.getByRole('link', { name: 'Vocabularies' }).click();
  await expect(app).toHaveURL(/\/directories$/);
  await expect(banner.getByRole('link')).toHaveCount(0);
  await app.goto('/admin/queue');
  await expect(app.getByRole('navigation', { name: 'Parts of the administration' })).toBeVisible();
  await expect(banner.getByRole('link')).toHaveCount(0);
});
