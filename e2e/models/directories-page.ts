/** The page of vocabularies, for tests. It has no assertions: it finds and acts, tests assert. */
import type { Locator, Page } from '@playwright/test';

export class DirectoriesPage {
  readonly page: Page;
  readonly terms: Locator;
  readonly pane: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.terms = page.getByRole('tree', { name: /^Terms of/ });
    this.pane = page.getByRole('complementary', { name: 'Details' });
    this.dialog = page.getByRole('dialog');
  }

  async open(name: string): Promise<this> {
    await this.page.goto(`/directories/${name}`);
    await this.terms.getByRole('treeitem').first().waitFor();
    return this;
  }

  term(label: string): Locator {
    return this.terms.getByRole('treeitem', { name: label });
  }

  async filter(text: string): Promise<this> {
    await this.page.getByRole('textbox', { name: 'Label or identifier' }).fill(text);
    return this;
  }

  async add(values: Readonly<Record<string, string>>): Promise<this> {
    await this.page.getByRole('button', { name: 'Add term' }).click();
    for (const [label, value] of Object.entries(values))
      await this.dialog.getByLabel(label, { exact: true }).fill(value);
    await this.dialog.getByRole('button', { name: 'Add term' }).click();
    return this;
  }
}
