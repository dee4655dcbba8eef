/**
 * The app's own files, kept by the service worker: a second visit begins without asking for the page, and without a line
 * the app opens all the same. Invariants: a page and the scripts that it names are of one release: a release's page is
 * kept last, when all its files are, and hashed files are looked up by their own names; the release before stays for
 * tabs that still run it. The page that is kept is compared with the host's at each visit. What pdf.js reads while it draws
 * is kept beside the releases, under its own version.
 */
declare const self: ServiceWorkerGlobalScope;

/** What the build made; written in front of this file by the build (scripts/release-files.mjs). */
declare const RELEASE: {
  readonly id: string;
  readonly files: readonly string[];
  /** The first steps of the app's plain addresses. */
  readonly places: readonly string[];
  /** Fonts, character maps and decoders; their names say nothing of their version. */
  readonly pdfData: { readonly version: string; readonly files: readonly string[] };
};

const prefix = 'muniment-release:';
const pdfPrefix = 'muniment-pdf-data:';
const atOnce = 3;

const releaseName = (): string => `${prefix}${self.registration.scope}:${RELEASE.id}`;
const pdfDataName = (): string => `${pdfPrefix}${self.registration.scope}:${RELEASE.pdfData.version}`;
const indexAddress = (): string => self.registration.scope;
const configAddress = (): string => new URL('config.json', self.registration.scope).href;

/** What this release keeps of an address. */
function inRelease(address: string): Promise<Response | undefined> {
  return caches.match(address, { cacheName: releaseName() });
}

/** Whether any release may be kept: not known when a worker was stopped and is started again. */
let isStorable = true;
/** The host has another page than this release's by now; the browser asks for it without this worker, which may end. */
let isReplaced = false;

export async function lookForReleases(): Promise<void> {
  isStorable = (await releases()).length > 0;
}

/** The answer to a request for one of the app's own files; undefined when it is none, or nothing is kept. */
export function shellAnswer(event: FetchEvent): Promise<Response> | undefined {
  if (!isStorable) return undefined;
  const { request } = event;
  const { scope } = self.registration;
  if (!request.url.startsWith(scope)) return undefined;
  const [path = ''] = request.url.slice(scope.length).split(/[?#]/);
  const cached = cachedAnswer(event, path);
  // Without room, or with what is kept wiped meanwhile, the host answers as it did before.
  return cached?.catch(() => undefined).then((answer) => answer ?? fetch(request));
}

function cachedAnswer(event: FetchEvent, path: string): Promise<Response | undefined> | undefined {
  if (path.startsWith('assets/')) return caches.match(event.request.url, { ignoreVary: true });
  if (path.startsWith('pdfjs/')) return cachedPdfData(event);
  if (path === 'config.json') return cachedConfig(event);
  if (event.request.mode !== 'navigate' || isReplaced) return undefined;
  const atRoot = path === '' || path === 'index.html';
  // Other addresses of this origin may be another program's.
  if (!atRoot && !RELEASE.places.includes(path.split('/')[0] ?? '')) return undefined;
  return cachedPage(event, atRoot);
}

/** @param atRoot every host has the app there; at other addresses only one whose page says so */
async function cachedPage(event: FetchEvent, atRoot: boolean): Promise<Response | undefined> {
  const cached = await inRelease(indexAddress());
  if (cached === undefined) return undefined;
  const text = await cached.text();
  if (!atRoot && !/<base href="\//.test(text)) return undefined;
  event.waitUntil(compareWithHost(text));
  return new Response(text, { headers: cached.headers });
}

/** The host may have changed its page without a new release, or answer something else by now. */
async function compareWithHost(known: string): Promise<void> {
  const answer = await fetch(indexAddress(), { cache: 'no-cache' }).catch(() => null);
  if (answer === null || answer.status >= 500) return;
  const text = answer.ok ? await answer.clone().text() : '';
  if (text === known) return;
  const cache = await caches.open(releaseName());
  if (isOfThisRelease(text) && !answer.redirected) {
    await cache.put(indexAddress(), answer);
  } else {
    await cache.delete(indexAddress());
    isReplaced = true;
  }
  await self.registration.update();
}

function isOfThisRelease(text: string): boolean {
  const named = [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  return named.length > 0 && named.every((file) => RELEASE.files.includes(file));
}

/** With a kept page, the configuration that it had; a changed one is for the next visit, as a changed page is. */
async function cachedConfig(event: FetchEvent): Promise<Response | undefined> {
  // The app waits for it: both are looked for at once.
  const [page, known] = await Promise.all([inRelease(indexAddress()), inRelease(configAddress())]);
  if (page === undefined) return undefined;
  event.waitUntil(keepConfig().catch(() => undefined));
  return known;
}

/** What a PDF asked for once is here for the next one. */
async function cachedPdfData(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(pdfDataName());
  const known = await cache.match(event.request.url, { ignoreVary: true });
  if (known !== undefined) return known;
  const answer = await fetch(event.request);
  if (answer.ok && !answer.redirected)
    event.waitUntil(cache.put(event.request.url, answer.clone()).catch(() => undefined));
  return answer;
}

async function keepConfig(): Promise<void> {
  const cache = await caches.open(releaseName());
  await cache.add(new Request(configAddress(), { cache: 'no-cache' }));
}

/** Fetches what is not here yet; asked for by a page that has time. */
export const keepRelease = oneAtATime(keep);
/** All that a PDF may be drawn with; asked for by a page that keeps folders on this device. */
export const keepPdfData = oneAtATime(async () => {
  await fetchInto(await caches.open(pdfDataName()), RELEASE.pdfData.files);
});

function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work()
      // Broken off, or without room: the next page asks again.
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

async function fetchInto(cache: Cache, files: readonly string[]): Promise<void> {
  const waiting = files.values();
  const fetchInTurn = async (): Promise<void> => {
    for (const file of waiting) {
      const address = new URL(file, self.registration.scope).href;
      if ((await cache.match(address, { ignoreVary: true })) === undefined) await cache.add(address);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fetchInTurn));
}

async function keep(): Promise<void> {
  const cache = await caches.open(releaseName());
  if ((await cache.match(indexAddress())) !== undefined) return;
  await fetchInto(cache, RELEASE.files);
  await keepConfig();
  const answer = await fetch(indexAddress(), { cache: 'no-cache' });
  if (!answer.ok || answer.redirected || !isOfThisRelease(await answer.clone().text())) return;
  await cache.put(indexAddress(), answer);
  isStorable = true;
  isReplaced = false;
  await forgetOlder();
}

/** All but this release and the one before, which other tabs may still run. */
async function forgetOlder(): Promise<void> {
  const older = (await releases()).filter((name) => name !== releaseName()).slice(0, -1);
  const ofOtherPdfs = (await namesBeginning(pdfPrefix)).filter((name) => name !== pdfDataName());
  await Promise.all([...older, ...ofOtherPdfs].map((name) => caches.delete(name)));
}

/** Their names, the oldest first. */
function releases(): Promise<readonly string[]> {
  return namesBeginning(prefix);
}

async function namesBeginning(start: string): Promise<readonly string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(`${start}${self.registration.scope}:`));
}
