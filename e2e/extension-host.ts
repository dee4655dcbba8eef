/** The app on a plain file server, to which tests add extensions; the API is on another origin. */
import { test as base } from './fixtures.ts';
import { documentedPolicy, type PlainHost, startPlainHost } from './plain-host.ts';
import { startServer } from './server.ts';

/** The path of the app on that server. */
export const folder = '/a/b/';

export const test = base.extend<object, { readonly host: PlainHost }>({
  host: [
    async ({ browserName: _browser }, use) => {
      const host = await startPlainHost(folder, await documentedPolicy());
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ host }, use) => {
      const server = await startServer(['--cors', host.origin]);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});
