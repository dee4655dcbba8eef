// Where the app begins and how its addresses look. The page's <base href> is the only switch:
// absolute path = the host answers index.html at every depth below it, so plain addresses work;
// "./" (as built) = a mere file server, where the page exists at one address and places go after "#".

export type Routing = 'history' | 'hash';

export function routingOf(baseHref: string | null): Routing {
  return baseHref?.startsWith('/') ? 'history' : 'hash';
}

/** The router's base name: the folder the app is served from, without its last slash; empty at the root. */
export function basenameOf(baseUri: string): string {
  return new URL('.', baseUri).pathname.replace(/\/$/, '');
}

/** Address of a file that stands beside index.html (config.json, sw.js), wherever the page was opened. */
export function besideIndex(file: string): string {
  return new URL(file, document.baseURI).href;
}

/** Which one this page has. */
export function pageRouting(): Routing {
  return routingOf(document.querySelector('base')?.getAttribute('href') ?? null);
}

/** The folder that plain addresses begin with; after "#" they begin at once. */
export function pageBasename(): string {
  return pageRouting() === 'history' ? basenameOf(document.baseURI) : '';
}

export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Where one is: the plain address, or what stands after "#". */
export function currentAddress(): Address {
  if (pageRouting() === 'history') {
    const { pathname, search, hash } = location;
    return { pathname, search, hash };
  }
  const [, path = '', search = '', hash = ''] = /^#?([^?#]*)(\??[^#]*)(#?.*)$/s.exec(location.hash) ?? [];
  return { pathname: path.startsWith('/') ? path : `/${path}`, search, hash };
}
