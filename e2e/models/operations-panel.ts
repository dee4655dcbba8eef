/** The operations panel, as a page or a drawer, for tests. */
import type { Locator, Page } from '@playwright/test';

export class OperationsPanel {
  readonly page: Page;
  readonly result: Locator;

  constructor(page: Page) {
    this.page = page;
    this.result = page.getByRole('region', { name: 'Result' });
  }

  async open(): Promise<this> {
    await this.page.goto('/operations');
    await this.page.getByRole('searchbox', { name: 'Find an operation' }).waitFor();
    return this;
  }

  async choose(id: string): Promise<this> {
    await this.page.getByRole('searchbox', { name: 'Find an operation' }).fill(id);
    await this.operation(id).click();
    return this;
  }

  operation(id: string): Locator {
    return this.page
      .getByRole('button', { name: new RegExp(`^${id.replace('.', '\\.')}(?![.\\w])`) })
      .first();
  }

  parameter(name: string): Locator {
    return this.page.getByRole('textbox', { name: new RegExp(`^${name}\\b`) });
  }

  async addDocument(title: string): Promise<this> {
    const picker = this.page.getByRole('combobox', { name: 'Add a document' });
    await picker.fill(title);
    await this.page.getByRole('option', { name: title }).first().click();
    return this;
  }

  async addFile(name: string, mimeType: string, content: string): Promise<this> {
    await this.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
    return this;
  }

  async run(): Promise<this> {
    await this.page.getByRole('button', { name: /^Run( again)?$/ }).click();
    return this;
  }
}
