/** The page of one document, for tests: head, preview, tabs, properties. */
import type { Locator, Page } from '@playwright/test';

type Tab = 'Details' | 'Comments' | 'Versions' | 'Access' | 'Activity' | 'Workflow';

export class DocumentPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(id: string, tab?: string): Promise<DocumentPage> {
    await this.page.goto(`/doc/${id}${tab === undefined ? '' : `/${tab}`}`);
    await this.title.waitFor();
    return this;
  }

  get title(): Locator {
    return this.head.getByRole('heading', { level: 1 });
  }

  get head(): Locator {
    return this.page.getByRole('main').locator('header').first();
  }

  get preview(): Locator {
    return this.page.getByRole('region', { name: 'Preview', exact: true });
  }

  get panel(): Locator {
    return this.page.getByRole('complementary', { name: 'About this document' });
  }

  async openTab(name: Tab): Promise<DocumentPage> {
    await this.panel.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    return this;
  }

  /** A property that is shown as text; a press turns it into a field. */
  property(label: string): Locator {
    return this.panel.getByRole('button', { name: new RegExp(`^${label}\\b`) });
  }

  async edit(label: string): Promise<Locator> {
    await this.property(label).click();
    return this.panel.getByLabel(label, { exact: true });
  }

  get saveButton(): Locator {
    return this.panel.getByRole('button', { name: 'Save', exact: true });
  }

  async save(): Promise<DocumentPage> {
    await this.page.keyboard.press('Control+s');
    return this;
  }

  get toast(): Locator {
    return this.page.getByRole('region', { name: 'Notifications' });
  }
}
