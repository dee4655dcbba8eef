/** Every menu and dialog that can be opened by the app's own texts, in any language. */
import type { Page } from '@playwright/test';
import type { Planted } from './popup-seeds.ts';
import type { Seed } from './seed.ts';

export interface Opening {
  readonly page: Page;
  readonly seed: Seed;
  /** Returns a text of the app by its key, in the language of the page. */
  readonly say: (name: string) => string;
  readonly planted: Planted;
}

export interface Popup {
  readonly name: string;
  readonly open: (opening: Opening) => Promise<void>;
  /** What must be done after it is closed. */
  readonly after?: (opening: Opening) => Promise<void>;
  /** A phone has no control that opens it. */
  readonly wide?: boolean;
}

export interface PopupsOfPage {
  readonly address: (planted: Planted) => string;
  /** The key of a text that is on the page when it has loaded. */
  readonly ready: string;
  readonly ownServer?: boolean;
  readonly needsLarge?: boolean;
  readonly wide?: boolean;
  readonly popups: readonly Popup[];
}

const button = (name: string): Popup => ({
  name,
  open: ({ page, say }) => shownButton(page, say(name)).click(),
});

/** Opened by an entry of a menu. */
const entry = (menu: string, item: string): Popup => ({
  name: item,
  open: async ({ page, say }) => {
    await shownButton(page, say(menu)).click();
    await chooseItem(page, say(item));
  },
});

/** Opened by a key, on the document's row. */
const key = (name: string, keys: string): Popup => ({
  name,
  open: async (opening) => {
    await chooseRow(opening);
    await opening.page.keyboard.press(keys);
  },
});

/** On a phone a press on a row opens the document if nothing is selected; the row's menu selects it. */
async function chooseRow(opening: Opening): Promise<void> {
  const { page } = opening;
  if (!isPhone(page)) return rowOf(opening).click();
  await rowOf(opening).click({ button: 'right' });
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 600;
}

/** Opened from the menu of a row. */
const ofRow = (item: string, which: 'documentName' | 'folderName' = 'documentName'): Popup => ({
  name: item,
  open: async (opening) => {
    await rowOf(opening, which).click({ button: 'right' });
    await chooseItem(opening.page, opening.say(item));
  },
});

function shownButton(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
}

function rowOf({ page, planted }: Opening, which: 'documentName' | 'folderName' = 'documentName') {
  return page.getByRole('row').filter({ hasText: planted[which] }).first();
}

function openColumnMenu({ page }: Opening): Promise<void> {
  return page.locator('[data-column="dc:modified"]').click({ button: 'right' });
}

function openMenuOfResults({ page, say }: Opening): Promise<void> {
  return shownButton(page, say('changes.job.export')).locator('xpath=following::button[1]').click();
}

/** On a phone the account is in the menu "More". */
function accountButton({ page, say }: Opening) {
  if (isPhone(page)) return shownButton(page, say('shell.more'));
  return page.getByRole('button', { name: 'Administrator' }).filter({ visible: true }).first();
}

/** Opened for all of a list that has more rows than are loaded. */
const ofWhole = (item: string): Popup => ({
  name: `${item} of a whole list`,
  open: async ({ page, say }) => {
    // A row that has loaded: a skeleton row has no menu.
    const row = page.locator('[role="row"][data-index="1"]:not([aria-busy])');
    await row.click({ button: 'right' });
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await row.click({ button: 'right' });
    await chooseItem(page, say(item));
  },
});

function openVersionMenu({ page }: Opening): Promise<void> {
  return page.locator('[role="tabpanel"] li [aria-haspopup="menu"]').first().click();
}

async function chooseItem(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem').filter({ hasText: name }).first().click();
}

async function editSource({ page, say }: Opening, text: string): Promise<void> {
  const label = say('forms.property.dc.source');
  const panel = page.locator('[role="tabpanel"]');
  await panel.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await panel.getByLabel(label, { exact: true }).fill(text);
}

/** Saves as another person's app would: the server detects a conflict only with a save that sends a change token. */
async function saveElsewhere({ seed, planted }: Opening, source: string): Promise<void> {
  const { changeToken } = await seed.json('GET', `/id/${planted.document}`);
  const properties = { 'dc:source': source };
  const change = { 'entity-type': 'document', uid: planted.document, changeToken, properties };
  await seed.json('PUT', `/id/${planted.document}`, change);
}

export const popupsOfPages: readonly PopupsOfPage[] = [
  {
    address: ({ folder }) => `/browse${folder}`,
    ready: 'documents.new.label',
    popups: [
      { name: 'row menu', open: (opening) => rowOf(opening).click({ button: 'right' }) },
      { name: 'folder menu', open: (opening) => rowOf(opening, 'folderName').click({ button: 'right' }) },
      key('changes.new.one', 'n'),
      key('changes.move.action', 'm'),
      key('changes.tags.action', 't'),
      {
        name: 'changes.renameTag.action',
        open: async (opening) => {
          await chooseRow(opening);
          await opening.page.keyboard.press('t');
          await shownButton(opening.page, opening.say('changes.renameTag.action')).click();
        },
      },
      key('changes.startWorkflow', 'w'),
      key('changes.delete.action', 'Shift+Delete'),
      key('changes.look.action', 'Space'),
      key('palette', 'Control+k'),
      key('keys', '?'),
      ofRow('changes.editProperties'),
      ofRow('changes.offline.add', 'folderName'),
      ofRow('changes.copy.action'),
      ofRow('changes.collections.add'),
      {
        name: 'rights of many',
        open: async (opening) => {
          await chooseRow(opening);
          await opening.page.keyboard.press('Control+a');
          await rowOf(opening).click({ button: 'right' });
          await chooseItem(opening.page, opening.say('changes.access'));
        },
      },
      {
        name: 'menu of the white space',
        open: ({ page }) =>
          page.locator('[role="grid"]').click({ button: 'right', position: { x: 300, y: 600 } }),
      },
      button('documents.new.label'),
      entry('documents.new.label', 'documents.new.template'),
      button('uploads.upload'),
      { ...button('changes.columns.label'), wide: true },
      { ...entry('changes.columns.label', 'changes.columns.more'), wide: true },
      { name: 'column menu', open: openColumnMenu, wide: true },
      {
        name: 'changes.filters.one',
        wide: true,
        open: async (opening) => {
          await openColumnMenu(opening);
          await chooseItem(opening.page, opening.say('changes.filters.one'));
        },
      },
      { name: 'account menu', open: (opening) => accountButton(opening).click() },
      {
        name: 'shell.changes.label',
        open: async (opening) => {
          await accountButton(opening).click();
          await chooseItem(opening.page, opening.say('shell.changes.label'));
        },
      },
    ],
  },
  {
    address: ({ document }) => `/doc/${document}/versions`,
    ready: 'document.versions.make',
    popups: [
      button('document.more'),
      {
        name: 'document.startWorkflow',
        open: (opening) =>
          (isPhone(opening.page)
            ? entry('document.more', 'document.startWorkflow')
            : button('document.startWorkflow')
          ).open(opening),
      },
      button('document.versions.make'),
      { name: 'version menu', open: openVersionMenu },
      {
        name: 'document.versions.delete',
        open: async (opening) => {
          await openVersionMenu(opening);
          await chooseItem(opening.page, opening.say('document.versions.delete'));
        },
      },
    ],
  },
  {
    address: ({ document }) => `/doc/${document}/details`,
    ready: 'document.keep.action',
    ownServer: true,
    popups: [button('document.keep.action')],
  },
  {
    address: ({ document }) => `/doc/${document}/details`,
    ready: 'document.fact.created',
    popups: [
      {
        name: 'leave unsaved work',
        open: async (opening) => {
          await editSource(opening, 'A scan');
          await opening.page
            .getByRole('banner')
            .or(opening.page.getByRole('navigation'))
            .getByRole('link')
            .first()
            .click();
        },
        after: ({ page, say }) => shownButton(page, say('document.discard')).click(),
      },
      {
        name: 'edit conflict',
        open: async (opening) => {
          await editSource(opening, 'Emphyteutic lease of 1997');
          await saveElsewhere(opening, 'Emphyteutic lease of 1996');
          await shownButton(opening.page, opening.say('document.save')).click();
        },
        after: ({ page, say }) => shownButton(page, say('document.discard')).click(),
      },
    ],
  },
  {
    address: ({ document }) => `/doc/${document}/rights`,
    ready: 'document.check.title',
    popups: [
      { name: 'document.access.block', open: ({ page }) => page.getByRole('switch').first().click() },
      {
        name: 'document.access.changePeriod',
        open: async ({ page, say }) => {
          const own = page.getByRole('table', { name: say('document.access.here'), exact: true });
          await own.locator('[aria-haspopup="menu"]').last().click();
          await chooseItem(page, say('document.access.changePeriod'));
        },
      },
    ],
  },
  {
    address: ({ task }) => `/tasks/${task}`,
    ready: 'tasks.comment',
    popups: [button('tasks.delegate.action')],
  },
  {
    address: () => '/tasks',
    ready: 'tasks.choose.title',
    wide: true,
    popups: [
      {
        name: 'tasks.many.decide',
        open: async ({ page, say }) => {
          await page.getByRole('checkbox').first().check();
          await shownButton(page, say('tasks.many.decide')).click();
        },
        after: ({ page, say }) => shownButton(page, say('tasks.many.clear')).click(),
      },
    ],
  },
  {
    address: () => '/people/users/zoe',
    ready: 'people.edit',
    popups: [
      button('people.users.new'),
      button('people.edit'),
      button('people.password.reset'),
      button('people.delete'),
    ],
  },
  {
    address: () => '/people/users/zoe',
    ready: 'people.account.suspend',
    ownServer: true,
    popups: [button('people.account.suspend')],
  },
  {
    address: () => '/people/groups/members',
    ready: 'people.edit',
    popups: [button('people.groups.new'), button('people.edit'), button('people.delete')],
  },
  {
    address: () => '/directories/continent',
    ready: 'directories.add',
    popups: [
      button('directories.add'),
      button('directories.file.menu'),
      entry('directories.file.menu', 'directories.file.bring'),
    ],
  },
  {
    address: () => '/directories/nature?term=contract',
    ready: 'directories.merge.action',
    popups: [button('directories.merge.action'), button('directories.delete')],
  },
  {
    address: () => '/collections',
    ready: 'changes.collections.new',
    popups: [button('changes.collections.new')],
  },
  {
    address: () => '/search?text=lease',
    ready: 'search.saved.save',
    popups: [
      button('search.saved.save'),
      { name: 'menu of all results', open: openMenuOfResults },
      ...['changes.job.edit', 'changes.job.collect', 'changes.job.trash'].map((item) => ({
        name: item,
        open: async (opening: Opening) => {
          await openMenuOfResults(opening);
          await chooseItem(opening.page, opening.say(item));
        },
      })),
    ],
  },
  {
    address: ({ large }) => `/browse${large}`,
    ready: 'documents.new.label',
    needsLarge: true,
    popups: [
      'changes.editProperties',
      'changes.tags.action',
      'changes.move.action',
      'changes.collections.add',
      'changes.access',
    ].map(ofWhole),
  },
  {
    address: () => '/applications',
    ready: 'applications.new',
    popups: [button('applications.new')],
  },
  {
    address: ({ application }) => `/applications/${application}`,
    ready: 'administration.edit',
    popups: [button('administration.edit'), button('administration.delete')],
  },
  {
    address: () => '/services',
    ready: 'services.new',
    popups: [button('services.new')],
  },
  {
    address: ({ hook }) => `/hooks/${hook}`,
    ready: 'hooks.deliveries.none',
    ownServer: true,
    popups: [button('administration.edit'), button('administration.delete')],
  },
  { address: () => '/hooks', ready: 'hooks.new', ownServer: true, popups: [button('hooks.new')] },
  {
    address: () => '/settings',
    ready: 'settings.everywhere.action',
    popups: [button('settings.password.change'), button('settings.everywhere.action')],
  },
  {
    address: () => '/settings',
    ready: 'settings.everywhere.action',
    ownServer: true,
    popups: [button('settings.codes.begin')],
  },
  {
    address: () => '/admin/statistics',
    ready: 'administration.statistics.limit',
    ownServer: true,
    popups: [button('administration.statistics.limit')],
  },
];
