/** The search page, for tests: its controls and its results, without assertions. */
import type { Locator, Page } from '@playwright/test';

export class SearchPage {
  readonly page: Page;
  readonly words: Locator;
  readonly editor: Locator;
  readonly results: Locator;
  readonly filters: Locator;
  readonly run: Locator;

  constructor(page: Page) {
    this.page = page;
    this.words = page.getByRole('searchbox', { name: 'Words to look for' });
    // Not the plain field that is shown until the editor has loaded: a click on it would be lost when the editor replaces
    // it.
    this.editor = page
      .getByRole('textbox', { name: 'NXQL query' })
      .and(page.locator('[contenteditable="true"]'));
    this.results = page.getByRole('grid', { name: 'Results' });
    this.filters = page.getByRole('complementary', { name: 'Filters' });
    this.run = page.getByRole('button', { name: /^Run/ });
  }

  async open(query: Readonly<Record<string, string>> = {}): Promise<this> {
    await this.page.goto(`/search?${new URLSearchParams(query)}`);
    return this;
  }

  async look(words: string): Promise<this> {
    await this.words.fill(words);
    await this.words.press('Enter');
    return this;
  }

  async switchTo(mode: 'Words' | 'Builder' | 'NXQL'): Promise<this> {
    await this.page.getByRole('button', { name: mode, exact: true }).click();
    return this;
  }

  /** Replaces the query as a person does: deletes the old one and types the new one line by line. */
  async write(query: string): Promise<this> {
    await this.editor.click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(query);
    // Tab would accept a completion that is open at the end.
    await this.page.keyboard.press('Escape');
    return this;
  }

  async runByKeys(): Promise<this> {
    await this.page.keyboard.press('ControlOrMeta+Enter');
    return this;
  }

  result(title: string): Locator {
    return this.results.getByRole('row').filter({ hasText: title });
  }

  filter(name: string): Locator {
    return this.filters.getByRole('checkbox', { name });
  }

  /** An entry of the menu for all results. */
  async withAll(name: string): Promise<Locator> {
    await this.page.getByRole('button', { name: /^With all/ }).click();
    return this.page.getByRole('menuitem', { name });
  }

  async save(title: string): Promise<this> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Save this search' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(title);
    await dialog.getByRole('button', { name: 'Save' }).click();
    return this;
  }
}
