/** The upload tray, and the ways to upload files, for tests. */
import type { Locator, Page } from '@playwright/test';
import { dragFiles } from './drag-files.ts';

export class UploadTray {
  readonly tray: Locator;
  readonly heading: Locator;
  readonly lines: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.tray = page.getByRole('region', { name: 'Uploads' });
    this.heading = this.tray.locator('b').first();
    this.lines = this.tray.getByRole('listitem');
  }

  async pickFiles(files: readonly string[]): Promise<void> {
    await this.#pick('Files…', files);
  }

  async pickFolder(folder: string): Promise<void> {
    await this.#pick('Folder…', folder);
  }

  /** With the form for their details, before any of them becomes a document. */
  async pickWithDetails(files: readonly string[]): Promise<void> {
    await this.#pick('Files with details…', files);
  }

  /** On a document's page. */
  async pickVersion(file: string): Promise<void> {
    await this.#pick('New version…', [file]);
  }

  /** On a document's page; a dialog then asks for the kind of version. */
  async pickCommentedVersion(file: string): Promise<void> {
    await this.#pick('New version with a comment…', [file]);
  }

  /** Waits until the page knows its folder; before that a drop has no target. */
  async ready(): Promise<void> {
    await this.#uploadButton.waitFor();
  }

  /** Drops files from the system on the middle of the page, or on `target`. */
  async drop(paths: readonly string[], target = this.#page.getByRole('main')): Promise<void> {
    await this.ready();
    await dragFiles(this.#page, paths, target);
  }

  /** Chooses the same files again for interrupted lines, by the tray's own button. */
  async chooseAgain(files: readonly string[]): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.tray.getByRole('button', { name: 'Files…' }).click();
    await (await chooser).setFiles([...files]);
  }

  get #uploadButton(): Locator {
    return this.#page.getByRole('button', { name: 'Upload', exact: true });
  }

  async #pick(entry: string, chosen: string | readonly string[]): Promise<void> {
    await this.#uploadButton.click();
    const chooser = this.#page.waitForEvent('filechooser');
    await this.#page.getByRole('menuitem', { name: entry }).click();
    await (await chooser).setFiles(typeof chosen === 'string' ? chosen : [...chosen]);
  }

  line(name: string): Locator {
    return this.lines.filter({ has: this.#page.getByText(name.replace(/\.\w+$/, ''), { exact: true }) });
  }

  async decide(name: string, decision: 'Replace' | 'Keep both' | 'Skip'): Promise<void> {
    await this.line(name).getByRole('button', { name: decision }).click();
  }

  async retryFailed(): Promise<void> {
    await this.tray.getByRole('button', { name: 'Retry failed' }).click();
  }

  async resumeAll(): Promise<void> {
    await this.tray.getByRole('button', { name: 'Resume all' }).click();
  }
}
