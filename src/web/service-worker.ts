/**
 * Stores the app's own files for the next visit (worker-shell.ts). Adds the session's authorization header to requests for
 * pictures, sound and video of the server, which plain elements cannot do, and streams downloads to the disk. Ranges and the HTTP
 * cache keep working.
 * Invariants: a page's request carries that page's own credentials, never another tab's; credentials are only in memory (the
 * browser may stop this worker at any time; it then asks again) and are sent to the configured server only.
 */
import type {
  BytesAnswer,
  BytesQuestion,
  DownloadFolder,
  HeaderPair,
  PageNews,
  WorkerNews,
  WorkerQuestion,
} from './api/media-protocol.ts';
import { keepPdfData, keepRelease, lookForReleases, shellAnswer } from './worker-shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** Base address of the server, from the address this worker was registered under; survives restarts. */
const server = new URL(self.location.href).searchParams.get('server');
const downloadFolder: DownloadFolder = 'download/';
const mediaDestinations: readonly RequestDestination[] = ['image', 'video', 'audio', 'track'];
/** A page that has not answered by then is closing or suspended. */
const timeoutMs = 15_000;

const headersByClient = new Map<string, HeaderPair>();

self.addEventListener('install', (event) => {
  // This worker never answers requests that change something: with a static route the browser does not start it for them.
  if ('addRoutes' in event && typeof event.addRoutes === 'function')
    event.addRoutes(
      ['POST', 'PUT', 'DELETE'].map((requestMethod) => ({ condition: { requestMethod }, source: 'network' })),
    );
  event.waitUntil(lookForReleases().catch(() => undefined));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A new worker replaces the old one only when a page says that it is idle: the browser ends the old one at once, and a page that
// it was answering at that moment would never load.
self.addEventListener('message', (event) => {
  if (isPageNews(event.data, 'release-wanted')) event.waitUntil(self.skipWaiting().then(keepRelease));
  else if (isPageNews(event.data, 'pdf-data-wanted')) event.waitUntil(keepPdfData());
  else if (isPageNews(event.data, 'authorization-changed') && event.source instanceof Client)
    headersByClient.delete(event.source.id);
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const downloads = new URL(downloadFolder, self.registration.scope).href;
  if (request.url.startsWith(downloads)) {
    event.respondWith(download(new URL(request.url), downloads));
  } else if (isServed(request.url) && mediaDestinations.includes(request.destination)) {
    event.respondWith(media(request, event.clientId));
  } else if (!isServed(request.url)) {
    const answer = shellAnswer(event);
    if (answer !== undefined) event.respondWith(answer);
  }
});

function isServed(address: string): boolean {
  return server !== null && address.startsWith(`${server}/`);
}

async function media(request: Request, clientId: string): Promise<Response> {
  const client = await self.clients.get(clientId);
  if (client === undefined) return fetch(request);
  try {
    return await signedMedia(request, client);
  } catch (error) {
    const range = request.headers.get('Range');
    const answer = await askForBytes([client], { tab: null, address: request.url, range });
    if (answer === null) throw error;
    return answer;
  }
}

async function signedMedia(request: Request, client: Client): Promise<Response> {
  const clientId = client.id;
  const known = headersByClient.get(clientId) ?? (await ask([client], { tab: null, refused: null }));
  if (known === null) return fetch(request);
  headersByClient.set(clientId, known);
  const response = await fetchAs(request, known);
  if (response.status !== 401) return response;

  headersByClient.delete(clientId);
  const renewed = await ask([client], { tab: null, refused: known[1] });
  if (renewed === null || renewed[1] === known[1]) return response;
  headersByClient.set(clientId, renewed);
  return fetchAs(request, renewed);
}

function fetchAs(request: Request, [name, value]: HeaderPair): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return fetch(request.url, {
    headers,
    mode: 'cors',
    credentials: 'omit',
    // Revalidated each time (304): the cache must not show one person what another was allowed to see.
    cache: 'no-cache',
    signal: request.signal,
  });
}

/** Answers `…/download/<tab>/<file name>?from=<address>` with the file as an attachment, whatever its type. */
async function download(url: URL, folder: string): Promise<Response> {
  const [tab = '', filename = ''] = url.href.slice(folder.length).split(/[/?]/).map(decodeURIComponent);
  const from = url.searchParams.get('from') ?? '';
  const nothing = new Response(null, { status: 204 });
  const pages = await self.clients.matchAll({ type: 'window' });
  const reportStatus = (status: number): Response => {
    const news: WorkerNews = { type: 'download-failed', tab, filename, status };
    for (const page of pages) page.postMessage(news);
    return nothing;
  };
  const header = isServed(from) ? await ask(pages, { tab, refused: null }) : null;
  const plain = new Request(from);
  let response = header === null ? null : await fetchAs(plain, header).catch(() => null);
  if (response === null && isServed(from)) {
    response = await askForBytes(pages, { tab, address: from, range: null });
  }
  if (header === null && response === null) return reportStatus(401);
  if (header !== null && response?.status === 401) {
    const renewed = await ask(pages, { tab, refused: header[1] });
    if (renewed !== null) response = await fetchAs(plain, renewed).catch(() => null);
  }
  if (response === null || !response.ok) return reportStatus(response?.status ?? 0);

  const headers = new Headers({
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  const length = response.headers.get('Content-Length');
  // The length of a compressed answer is not the file's.
  if (length !== null && !response.headers.has('Content-Encoding')) headers.set('Content-Length', length);
  return new Response(response.body, { headers });
}

/** Asks these pages for credentials; the first that has some answers. `refused` is a header that the server refused. */
async function ask(
  pages: readonly Client[],
  { tab, refused }: Omit<WorkerQuestion, 'type'>,
): Promise<HeaderPair | null> {
  const question: WorkerQuestion = { type: 'authorization-wanted', tab, refused };
  return askPages(pages, question, isHeaderPair);
}

/** Asks these pages for bytes that they keep on this device for the signed-in person. */
async function askForBytes(
  pages: readonly Client[],
  wanted: Omit<BytesQuestion, 'type'>,
): Promise<Response | null> {
  const question: BytesQuestion = { type: 'bytes-wanted', ...wanted };
  const answer = await askPages(pages, question, isBytesAnswer);
  return answer === null ? null : new Response(answer.body, answer);
}

function isBytesAnswer(value: unknown): value is BytesAnswer {
  return typeof value === 'object' && value !== null && 'body' in value && 'status' in value;
}

async function askPages<T>(
  pages: readonly Client[],
  question: WorkerQuestion | BytesQuestion,
  isAnswer: (value: unknown) => value is T,
): Promise<T | null> {
  const answers = pages.map(
    (page) =>
      new Promise<T>((resolve, reject) => {
        const channel = new MessageChannel();
        const timer = setTimeout(() => reject(new Error('No answer')), timeoutMs);
        channel.port1.onmessage = (event: MessageEvent<unknown>) => {
          clearTimeout(timer);
          channel.port1.close();
          if (isAnswer(event.data)) resolve(event.data);
          else reject(new Error('Not this page'));
        };
        page.postMessage(question, [channel.port2]);
      }),
  );
  return Promise.any(answers).catch(() => null);
}

function isHeaderPair(value: unknown): value is HeaderPair {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string');
}

function isPageNews(value: unknown, type: PageNews['type']): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type;
}
