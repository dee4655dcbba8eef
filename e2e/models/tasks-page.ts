/** Tasks as a reader sees them. No assertions: it finds and does, tests judge. */
import type { Locator, Page } from '@playwright/test';

export class TasksPage {
  readonly page: Page;
  readonly list: Locator;
  readonly task: Locator;
  readonly route: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('region', { name: 'Tasks by due date' });
    this.task = page.getByRole('region', { name: 'Task', exact: true });
    this.route = page.getByRole('complementary', { name: 'Route' });
    this.dialog = page.getByRole('dialog');
  }

  async open(): Promise<this> {
    await this.page.goto('/tasks');
    await this.list.waitFor();
    return this;
  }

  async choose(document: string): Promise<this> {
    await this.list.getByRole('link').filter({ hasText: document }).click();
    return this;
  }

  async act(action: string): Promise<this> {
    await this.task.getByRole('button', { name: action }).click();
    return this;
  }

  async pick(within: Locator, label: string, typed: string, option: string): Promise<this> {
    await within.getByRole('combobox', { name: label }).fill(typed);
    await this.page.getByRole('option', { name: option }).click();
    return this;
  }
}
