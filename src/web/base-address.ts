// Where the app is served from and what its addresses look like. The page's <base href> is the only switch:
// absolute path = the host answers index.html at every depth below it, so plain addresses work;
// "./" (as built) = a plain file server, where the page exists at one address and places are written after "#".

export type Routing = 'history' | 'hash';

export function routingOf(baseHref: string | null): Routing {
  return baseHref?.startsWith('/') ? 'history' : 'hash';
}

/** The router's base name: the folder the app is served from, without its last slash; empty at the root. */
export function basenameOf(baseUri: string): string {
  return new URL('.', baseUri).pathname.replace(/\/$/, '');
}

/** Address of a file beside index.html (config.json, sw.js), wherever the page was opened. */
export function besideIndex(file: string): string {
  return new URL(file, document.baseURI).href;
}

/** How this page writes its addresses. */
export function pageRouting(): Routing {
  return routingOf(document.querySelector('base')?.getAttribute('href') ?? null);
}

/** The folder that plain addresses begin with; empty where places are written after "#". */
export function pageBasename(): string {
  return pageRouting() === 'history' ? basenameOf(document.baseURI) : '';
}

export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The address of the current place: the plain address, or the part after "#". */
export function currentAddress(): Address {
  if (pageRouting() === 'history') {
    const { pathname, search, hash } = location;
    return { pathname, search, hash };
  }
  const [, path = '', search = '', hash = ''] = /^#?([^?#]*)(\??[^#]*)(#?.*)$/s.exec(location.hash) ?? [];
  return { pathname: path.startsWith('/') ? path : `/${path}`, search, hash };
}
