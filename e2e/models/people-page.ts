/** The page of people and groups, for tests. It has no assertions: it finds and acts, tests assert. */
import type { Locator, Page } from '@playwright/test';

export class PeoplePage {
  readonly page: Page;
  readonly list: Locator;
  readonly pane: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('table');
    this.pane = page.getByRole('complementary', { name: 'Details' });
    this.dialog = page.getByRole('dialog');
  }

  async open(address = '/people/users'): Promise<this> {
    await this.page.goto(address);
    await this.list.getByRole('row').nth(1).waitFor();
    return this;
  }

  async search(text: string): Promise<this> {
    await this.page.getByRole('textbox', { name: /Name or/ }).fill(text);
    return this;
  }

  async choose(name: string): Promise<this> {
    await this.list.getByRole('link', { name }).click();
    return this;
  }

  /** @param button label of a button in the top bar: "New person", "New group" */
  async create(button: string, values: Readonly<Record<string, string>>): Promise<this> {
    await this.page.getByRole('button', { name: button }).click();
    return this.fillAndSubmit(values, 'Create');
  }

  async fillAndSubmit(values: Readonly<Record<string, string>>, verb: string): Promise<this> {
    for (const [label, value] of Object.entries(values))
      await this.dialog.getByLabel(label, { exact: true }).fill(value);
    await this.dialog.getByRole('button', { name: verb }).click();
    return this;
  }

  async add(button: string, typed: string, option: string): Promise<this> {
    await this.pane.getByRole('button', { name: button }).click();
    await this.pane.getByRole('combobox', { name: button }).fill(typed);
    // The options for fewer letters are replaced when the next ones come, and a press in that moment is lost.
    await this.page.getByRole('option').filter({ hasNotText: option }).first().waitFor({ state: 'detached' });
    await this.page.getByRole('option', { name: option }).click();
    return this;
  }
}
