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
