/**
 * The sign-in page with its three ways to sign in, and the same forms in the layer above a page whose session has expired.
 */
import type { Locator, Page } from '@playwright/test';

export class SignInPage {
  readonly login: Locator;
  readonly layer: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.login = page.getByLabel('Login or email');
    this.layer = page.getByRole('dialog', { name: 'Sign in again' });
  }

  async again(password: string): Promise<void> {
    await this.layer.getByLabel('Password', { exact: true }).fill(password);
    await this.layer.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async withPassword(username: string, password: string): Promise<void> {
    await this.login.fill(username);
    await this.#page.getByLabel('Password', { exact: true }).fill(password);
    await this.#page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** @param again the form for a token is shown already */
  async withToken(token: string, again = false): Promise<void> {
    if (!again) await this.#page.getByRole('button', { name: 'Use a token' }).click();
    await this.#page.getByLabel('Token', { exact: true }).fill(token);
    await this.#page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async onServersPage(username: string, password: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Sign in on the server’s page' }).click();
    await this.#page.locator('#user').fill(username);
    await this.#page.locator('#password').fill(password);
    await this.#page.locator('button.primary').click();
  }
}
