/**
 * A plain file server, as a host that knows nothing of the app: the built files below a folder, 404.html for missing ones,
 * and the headers of the recipes in docs/HOSTING.md.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The content security policy of the documented recipes. */
export async function documentedPolicy(): Promise<string> {
  const recipes = await readFile(new URL('../docs/HOSTING.md', import.meta.url), 'utf8');
  return /add_header Content-Security-Policy "([^"]+)"/.exec(recipes)?.[1] ?? '';
}

export interface PlainHost {
  /** `http://localhost:<port>` */
  readonly origin: string;
  /** Sets the content of config.json. */
  configure(config: object): void;
  /** Adds another file beside the app. */
  put(file: string, text: string): void;
  /** Switches to another release: other names for all scripts, and no file of the old one. */
  release(name: string): void;
  stop(): Promise<void>;
}

/** @param folder path of the app on the host: `/a/b/` */
export async function startPlainHost(folder: string, policy: string): Promise<PlainHost> {
  let config = '{}';
  const added = new Map<string, string>();
  let release: string | undefined;
  const read = async (file: string): Promise<Buffer | string | null> => {
    if (release === undefined) return readFile(join(dist, file)).catch(() => null);
    const scripts = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'));
    if (scripts.includes(file.slice('/assets/'.length))) return null;
    const bytes = await readFile(join(dist, file.replace(`-${release}.js`, '.js'))).catch(() => null);
    if (bytes === null || !/\.(js|html)$/.test(file)) return bytes;
    return bytes
      .toString()
      .replace(/[\w-]+\.js\b/g, (name) =>
        scripts.includes(name) ? name.replace('.js', `-${release}.js`) : name,
      )
      .replace(/(const RELEASE ?= ?\{"id":")/, `$1${release}`)
      .replace('<head>', `<head><meta name="release" content="${release}" />`);
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.startsWith(folder) ? normalize(`/${pathname.slice(folder.length)}`) : null;
    const file = name === '/' ? '/index.html' : name;
    const bytes = file === '/config.json' ? config : (added.get(file ?? '') ?? (file && (await read(file))));
    const sent = bytes ?? (await readFile(join(dist, '404.html')));
    response.writeHead(bytes === null ? 404 : 200, {
      'Content-Type':
        bytes === null ? 'text/html' : (types[extname(file ?? '')] ?? 'application/octet-stream'),
      'Cache-Control': file?.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.end(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host has no port');
  return {
    origin: `http://localhost:${address.port}`,
    configure: (next) => {
      config = JSON.stringify(next);
    },
    put: (file, text) => {
      added.set(`/${file}`, text);
    },
    release: (name) => {
      release = name;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
