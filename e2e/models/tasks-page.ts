/** The page of tasks, for tests. It has no assertions: it finds and acts, tests assert. */
import type { Locator, Page } from '@playwright/test';

export class TasksPage {
  readonly page: Page;
  readonly list: Locator;
  readonly task: Locator;
  readonly route: Locator;
  readonly dialog: Locator;
  readonly together: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('region', { name: 'Tasks by due date' });
    this.task = page.getByRole('region', { name: 'Task', exact: true });
    this.route = page.getByRole('complementary', { name: 'Route' });
    this.dialog = page.getByRole('dialog');
    this.together = page.getByRole('group', { name: 'Decide together' });
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

  async filter(words: string): Promise<this> {
    await this.list.getByRole('textbox', { name: 'Filter tasks' }).fill(words);
    return this;
  }

  async mark(document: string): Promise<this> {
    await this.list.getByRole('checkbox', { name: document }).check();
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
