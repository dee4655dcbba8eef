/** A page of another site must not be able to use a password that the browser remembers for this server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from './fixtures.ts';

const page = (server: string, id: string) => `<!doctype html><title>Prizes</title>
<form method="post" action="${server}/nuxeo/api/v1/automation/Document.SetProperty">
<input name="jsondata" value='{"input":"${id}","params":{"xpath":"dc:title","value":"taken"}}'>
<button>Take the prize</button></form>`;

interface Fixtures {
  /** Serves one page on another origin, and returns its address. */
  readonly otherSite: (html: string) => Promise<string>;
}

const test = base.extend<Fixtures>({
  otherSite: async ({ browserName: _browser }, use) => {
    let html = '';
    const other = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' }).end(html);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await use(async (content) => {
      html = content;
      return `http://127.0.0.1:${port}/`;
    });
    await new Promise((resolve) => other.close(resolve));
  },
});

test('its form changes nothing, though the browser brings the password', async ({
  browser,
  server,
  seed,
  workspace,
  otherSite,
}) => {
  const context = await browser.newContext({
    httpCredentials: { username: 'Administrator', password: 'Administrator' },
  });
  const tab = await context.newPage();
  const document = `${server.origin}/nuxeo/api/v1/id/${workspace.id}`;
  // A link from another site still works, and now the browser has the password.
  await tab.goto(document);
  await expect(tab.locator('body')).toContainText(workspace.title);
  await tab.goto(await otherSite(page(server.origin, workspace.id)));
  const answered = tab.waitForResponse((response) => response.request().method() === 'POST');
  await tab.getByRole('button', { name: 'Take the prize' }).click();
  const response = await answered;
  expect(response.request().headers().authorization ?? 'Basic').toContain('Basic');
  expect(response.status()).toBe(403);
  await context.close();
  expect((await seed.json('GET', `/id/${workspace.id}`)).title).toBe(workspace.title);
});

test('text becomes markup or a script nowhere in the page', async ({ app, expectedErrors }) => {
  expectedErrors.push(/Trusted/, /This script is none of the app/);
  await app.goto('/browse/default-domain');
  await expect(app.getByRole('grid')).toBeVisible();
  const attempt = (attack: () => void) =>
    app.evaluate(`try { (${attack})(); 'done' } catch (error) { String(error) }`);
  expect(await attempt(() => (document.body.innerHTML = '<b>taken</b>'))).toContain('TrustedHTML');
  expect(await attempt(() => void new Worker('https://other.example/taken.js'))).not.toBe('done');
});
