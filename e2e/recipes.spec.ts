/** The recipes of docs/HOSTING.md on the real nginx and Caddy, with the interface on another origin. */
import { randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { digestOf, storedDigests, testFolder } from './files.ts';
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { UploadTray } from './models/upload-tray.ts';
import { documentedPolicy } from './plain-host.ts';
import { recipeHosts, startRecipeHost } from './recipe-hosts.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

const folder = '/a/b/';
const papers = '/default-domain/workspaces/papers';

async function lease(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.TimesRoman);
  file.addPage([400, 400]).drawText('Lease of the mill', { x: 40, y: 300, size: 20, font });
  return new Uint8Array(await file.save());
}

for (const name of recipeHosts) {
  test(`${name} serves the app as documented`, async ({ page, context, expectedErrors }) => {
    // 404.html tries several folders, and only one has the app.
    expectedErrors.push(/404/, /MIME type/);
    const host = await startRecipeHost(name);
    const server = await startServer(['--cors', host.origin], { stock: false });
    const files = await testFolder();
    try {
      await host.configure({ server: `${server.origin}/nuxeo` });
      const seed = new Seed(server.origin);
      await seed.document('/default-domain/workspaces', 'Workspace', 'papers', { 'dc:title': 'Papers' });
      const ada = await seed.user('ada');
      const params = { username: 'ada', permission: 'ReadWrite' };
      await seed.operation('Document.AddPermission', { input: `doc:${papers}`, params });
      const id = await seed.file(papers, 'Lease.pdf', await lease(), 'application/pdf');

      const start = await fetch(`${host.origin}${folder}`);
      expect(start.headers.get('content-security-policy')).toBe(await documentedPolicy());
      expect(start.headers.get('cache-control')).toBe('no-cache');
      const [script = ''] = /assets\/app-[\w-]+\.js/.exec(await start.text()) ?? [];
      const sent = await fetch(`${host.origin}${folder}${script}`);
      expect(sent.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
      expect(sent.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(sent.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
      const missing = await fetch(`${host.origin}${folder}nowhere`);
      expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache']);
      const bare = await fetch(`${host.origin}/a/b`, { redirect: 'manual' });
      expect([301, 302]).toContain(bare.status);

      // A plain address opens the app, which is stored for the next visit.
      await signIn(page, new Seed(server.origin, ada), 'ada');
      await page.goto(`${host.origin}${folder}browse${papers}`);
      const list = new FolderList(page);
      await expect(list.heading).toHaveText('Papers');
      await expect(page).toHaveURL(`${host.origin}${folder}#/browse${papers}`);
      const changes = context.waitForEvent('response', (response) => response.url().includes('/changes?'));
      expect((await changes).status()).toBe(200);
      await seed.document(papers, 'File', 'second', { 'dc:title': 'Second paper' });
      await expect(list.row('Second paper')).toBeVisible();
      const large = randomBytes(25_000_000);
      const tray = new UploadTray(page);
      await tray.pickFiles([await files.write('large.bin', large)]);
      await expect(tray.heading).toHaveText('1 file uploaded');
      expect(await storedDigests(seed, papers)).toMatchObject({ 'large.bin': digestOf(large) });
      await page.goto(`${host.origin}${folder}#/doc/${id}`);
      await expect(new DocumentPage(page).preview.getByText('Lease of the mill')).toBeVisible();
      await page.reload();
      await expect(new DocumentPage(page).title).toHaveText('Lease.pdf');
      await expect
        .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
        .toContain(`${host.origin}${folder}sw.js?`);
    } finally {
      await files.remove();
      await page.close();
      await server.stop();
      await host.stop();
    }
  });
}
