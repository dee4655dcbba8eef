/** A list of documents, for tests: rows by name, the toolbar, menus, and the dialogs they open. */
import type { Locator, Page } from '@playwright/test';

export class FolderList {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path: string): Promise<FolderList> {
    await this.page.goto(`/browse${path.split('/').map(encodeURIComponent).join('/')}`);
    await this.heading.waitFor();
    await this.fresh();
    return this;
  }

  /** Waits until the rows kept from an earlier visit are replaced by the server's. */
  async fresh(): Promise<void> {
    await this.page.locator('section[aria-busy="true"]').waitFor({ state: 'detached' });
  }

  async openPage(name: 'Trash' | 'Recent' | 'Favourites'): Promise<FolderList> {
    await this.page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name }).click();
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
    return this;
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get grid(): Locator {
    return this.page.getByRole('grid');
  }

  /** Rows, without the column heads and those kept from an earlier visit. */
  get rows(): Locator {
    const fresh = ':not([aria-busy], section[aria-busy="true"] *)';
    return this.page.locator(`[role="grid"] [role="row"][data-index]${fresh}`);
  }

  get chosenRows(): Locator {
    return this.grid.locator('[role="row"][aria-selected="true"]');
  }

  row(name: string): Locator {
    return this.rows.filter({
      has: this.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }),
    });
  }

  nameIn(row: Locator): Locator {
    return row.locator('[data-name]');
  }

  get toolbar(): Locator {
    return this.page.getByRole('toolbar', { name: 'Actions for the selection' });
  }

  get details(): Locator {
    return this.page.getByRole('complementary', { name: 'Details' });
  }

  get tree(): Locator {
    return this.page.getByRole('tree', { name: 'Workspaces' });
  }

  get breadcrumb(): Locator {
    return this.page.getByRole('navigation', { name: 'Breadcrumb' });
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: 'Notifications' }).getByText(text);
  }

  async sortBy(column: string): Promise<FolderList> {
    await this.grid.getByRole('columnheader', { name: column }).getByRole('button').click();
    return this;
  }

  async menu(name: string): Promise<Locator> {
    await this.row(name).click({ button: 'right' });
    const menu = this.page.getByRole('menu');
    await menu.waitFor();
    return menu;
  }

  /** Chooses a command in the row's menu. */
  async choose(name: string, action: string): Promise<void> {
    const menu = await this.menu(name);
    await menu.getByRole('menuitem', { name: action }).click();
  }

  /** Creates a document through "New": first its kind, then its name. */
  async create(kind: string, name: string): Promise<FolderList> {
    await this.page.getByRole('button', { name: 'New', exact: true }).click();
    await this.page.getByRole('menuitem', { name: kind, exact: true }).click();
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.getByRole('button', { name: 'Create' }).click();
    return this;
  }

  async rename(name: string, to: string, end = 'Enter'): Promise<FolderList> {
    await this.row(name).click();
    await this.page.keyboard.press('F2');
    const field = this.page.getByRole('textbox', { name: `New name for ${name}` });
    await field.fill(to);
    await field.press(end);
    return this;
  }

  /** Chooses a folder, which is in `parent`, in the dialog for a destination. */
  /** @param name must be unique among all tests: the dialog lists only a few folders */
  async choosePlace(name: string, parent: string, verb: 'Move here' | 'Copy here'): Promise<FolderList> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Search folders' }).fill(name);
    await dialog.getByRole('treeitem', { name }).filter({ hasText: parent }).click();
    await dialog.getByRole('button', { name: verb }).click();
    await dialog.waitFor({ state: 'detached' });
    return this;
  }
}

/**
 * Makes the list load its rows by searches, page by page, as for a large folder, so that tests can change these answers.
 */
export async function withRowsBySearch(app: Page): Promise<void> {
  await app.route('**/@children?**', async (route) => {
    const response = await route.fetch();
    const page = await response.json();
    await route.fulfill({ response, json: { ...page, entries: Array(100).fill(page.entries[0]) } });
  });
}
