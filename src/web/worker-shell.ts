/**
 * The service worker's copy of the app's own files: a second visit starts without requesting the page, and the app opens without
 * a connection. Invariants: a page and the scripts it names are of one release (the page is stored last, after all files, and
 * hashed files are looked up by their own names); the release before stays for tabs that still run it. The stored page is
 * compared with the host's at each visit. Files that pdf.js reads while it draws are stored beside the releases, under their own
 * version.
 */
declare const self: ServiceWorkerGlobalScope;

/** The files of this release; the build writes it in front of this file (scripts/release-files.mjs). */
declare const RELEASE: {
  readonly id: string;
  readonly files: readonly string[];
  /** The first steps of the app's plain addresses. */
  readonly places: readonly string[];
  /** Fonts, character maps and decoders; their names do not change with their version. */
  readonly pdfData: { readonly version: string; readonly files: readonly string[] };
};

const prefix = 'muniment-release:';
const pdfPrefix = 'muniment-pdf-data:';
const atOnce = 3;

const releaseName = (): string => `${prefix}${self.registration.scope}:${RELEASE.id}`;
const pdfDataName = (): string => `${pdfPrefix}${self.registration.scope}:${RELEASE.pdfData.version}`;
const indexAddress = (): string => self.registration.scope;
const configAddress = (): string => new URL('config.json', self.registration.scope).href;

/** The stored copy of an address in this release. */
function inRelease(address: string): Promise<Response | undefined> {
  return caches.match(address, { cacheName: releaseName() });
}

/** Whether the cache may have a release; true until looked up, since a restarted worker does not know. */
let isStorable = true;
/** The host now has another page than this release: navigations go to the host, so that this worker can be replaced. */
let isReplaced = false;

export async function lookForReleases(): Promise<void> {
  isStorable = (await releases()).length > 0;
}

/** The answer to a request for one of the app's own files; undefined if it is not one, or none are stored. */
export function shellAnswer(event: FetchEvent): Promise<Response> | undefined {
  if (!isStorable) return undefined;
  const { request } = event;
  const { scope } = self.registration;
  if (!request.url.startsWith(scope)) return undefined;
  const [path = ''] = request.url.slice(scope.length).split(/[?#]/);
  const cached = cachedAnswer(event, path);
  // If the storage fails or was emptied meanwhile, the host answers.
  return cached?.catch(() => undefined).then((answer) => answer ?? fetch(request));
}

function cachedAnswer(event: FetchEvent, path: string): Promise<Response | undefined> | undefined {
  if (path.startsWith('assets/')) return caches.match(event.request.url, { ignoreVary: true });
  if (path.startsWith('pdfjs/')) return cachedPdfData(event);
  if (path === 'config.json') return cachedConfig(event);
  if (event.request.mode !== 'navigate' || isReplaced) return undefined;
  const atRoot = path === '' || path === 'index.html';
  // Other addresses of this origin may belong to another program.
  if (!atRoot && !RELEASE.places.includes(path.split('/')[0] ?? '')) return undefined;
  return cachedPage(event, atRoot);
}

/** @param atRoot the app is there on every host; at other addresses only if the page's <base> says so */
async function cachedPage(event: FetchEvent, atRoot: boolean): Promise<Response | undefined> {
  const cached = await inRelease(indexAddress());
  if (cached === undefined) return undefined;
  const text = await cached.text();
  if (!atRoot && !/<base href="\//.test(text)) return undefined;
  event.waitUntil(compareWithHost(text));
  return new Response(text, { headers: cached.headers });
}

/** The host may have changed its page without a new release, or by now serve something else. */
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

/** A stored page gets the configuration stored with it; a changed one is used at the next visit, like a changed page. */
async function cachedConfig(event: FetchEvent): Promise<Response | undefined> {
  // The app waits for this answer: look both up at once.
  const [page, known] = await Promise.all([inRelease(indexAddress()), inRelease(configAddress())]);
  if (page === undefined) return undefined;
  event.waitUntil(keepConfig().catch(() => undefined));
  return known;
}

/** Stores each file that a PDF needed, for the next PDF. */
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

/** Downloads the files of this release that are missing; requested by a page when it is idle. */
export const keepRelease = oneAtATime(keep);
/** Downloads everything that a PDF may be drawn with; requested by a page that keeps folders on this device. */
export const keepPdfData = oneAtATime(async () => {
  await fetchInto(await caches.open(pdfDataName()), RELEASE.pdfData.files);
});

function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work()
      // Interrupted, or no space: the next page requests it again.
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

/** Deletes all releases but this one and the one before, which other tabs may still run. */
async function forgetOlder(): Promise<void> {
  const older = (await releases()).filter((name) => name !== releaseName()).slice(0, -1);
  const ofOtherPdfs = (await namesBeginning(pdfPrefix)).filter((name) => name !== pdfDataName());
  await Promise.all([...older, ...ofOtherPdfs].map((name) => caches.delete(name)));
}

/** Names of the stored releases, the oldest first. */
function releases(): Promise<readonly string[]> {
  return namesBeginning(prefix);
}

async function namesBeginning(start: string): Promise<readonly string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(`${start}${self.registration.scope}:`));
}
