/**
 * Measures every kind of request and change that may slow down as the library grows: how long the caller waits, and the CPU
 * time that the server needs.
 * Invariant: no answer comes from a cache: there is a write before each request.
 */
import { administrator, type Credentials, Seed } from '../e2e/seed.ts';
import { cpuOf, type Target } from './load.ts';
import { median, show } from './measure.ts';
import { person } from './person.ts';

const rounds = 5;

/** The planted tree, its folder with a tenth of all documents, and one of the other folders. */
export const top = '/planted';
export const wide = '/planted/folder-2';
export const workspaces = '/default-domain/workspaces';

interface Question {
  readonly name: string;
  readonly path: (round: number) => string;
}

const search = (text: string, more = ''): string =>
  `/search/execute?pageSize=40&query=${encodeURIComponent(text)}${more}`;

function questions(wideId: string, topId: string, wideSize: number): readonly Question[] {
  const children = (offset: (round: number) => number) => (round: number) =>
    `/search/pp/document_content/execute?queryParams=${wideId}&pageSize=40&maxResults=1000&offset=${offset(round)}`;
  const bounded = (text: (round: number) => string) => (round: number) =>
    search(text(round), '&maxResults=1000');
  const title = (round: number): string => `Report ${(round * 7919 + 791) % 100_003}`;
  return [
    { name: '@children, first page', path: () => `/id/${wideId}/@children?pageSize=40` },
    { name: 'folder, first page', path: children(() => 0) },
    { name: 'folder, page in the middle', path: children((round) => wideSize / 2 - round * 40) },
    { name: 'folder, last page', path: children((round) => wideSize - 40 - round * 40) },
    {
      name: 'folder, exact count',
      path: (round) =>
        `/search/pp/document_content/execute?queryParams=${wideId}&pageSize=40&offset=${round * 40}`,
    },
    {
      name: 'title =',
      path: bounded((round) => `SELECT * FROM Document WHERE dc:title = '${title(round)}'`),
    },
    {
      name: 'title LIKE x%',
      path: bounded((round) => `SELECT * FROM Document WHERE dc:title LIKE '${title(round).slice(0, -2)}%'`),
    },
    {
      name: 'STARTSWITH everything, by date',
      path: bounded(
        () =>
          `SELECT * FROM Document WHERE ecm:path STARTSWITH '${top}' AND ecm:isTrashed = 0 ORDER BY dc:modified DESC`,
      ),
    },
    {
      name: 'STARTSWITH a hundredth of all, by date',
      path: bounded(
        (round) =>
          `SELECT * FROM Document WHERE ecm:path STARTSWITH '${wide}/folder-1${round + 2}' ORDER BY dc:modified DESC`,
      ),
    },
    {
      name: 'ancestor, everything',
      path: bounded(
        () => `SELECT * FROM Document WHERE ecm:ancestorId = '${topId}' ORDER BY dc:modified DESC`,
      ),
    },
    {
      name: 'home list, everything by date',
      path: bounded(
        () =>
          `SELECT * FROM Document WHERE ecm:mixinType != 'HiddenInNavigation' AND ecm:isProxy = 0 AND ecm:isVersion = 0 AND ecm:isTrashed = 0 ORDER BY dc:modified DESC`,
      ),
    },
    {
      name: 'full text, one hit',
      path: bounded((round) => `SELECT * FROM Document WHERE ecm:fulltext = 'rare${50_123 + round}'`),
    },
    {
      name: 'full text, a fifth of all',
      path: bounded(() => `SELECT * FROM Document WHERE ecm:fulltext = 'harbour'`),
    },
    {
      name: 'full text, a fifth of all, best first, counted',
      path: () => search(`SELECT * FROM Document WHERE ecm:fulltext = 'harbour'`),
    },
    {
      name: 'JSON property, by date',
      path: bounded(
        (round) => `SELECT * FROM File WHERE dc:source = 'source ${round + 7}' ORDER BY dc:modified DESC`,
      ),
    },
    {
      name: 'exact count of everything',
      path: () => search(`SELECT * FROM Document`),
    },
    {
      name: 'exact count of everything live by path',
      path: () => search(`SELECT * FROM Document WHERE ecm:path STARTSWITH '${top}' AND ecm:isTrashed = 0`),
    },
  ];
}

type Change = readonly [name: string, run: (seed: Seed) => Promise<unknown>];

/** Each change leaves the tree as the next one expects it. */
function changes(topId: string): readonly Change[] {
  const operation =
    (id: string, params: Readonly<Record<string, string>>) =>
    (seed: Seed): Promise<unknown> =>
      seed.operation(id, { input: topId, params });
  return [
    ['a permission', operation('Document.AddPermission', { permission: 'Read', username: person.username })],
    ['and without it', operation('Document.RemovePermission', { user: person.username, acl: 'local' })],
    ['another name', operation('Document.Move', { target: '/', name: 'planted-2' })],
    ['and back', operation('Document.Move', { target: '/', name: 'planted' })],
    ['a move', operation('Document.Move', { target: workspaces })],
    ['and back', operation('Document.Move', { target: '/' })],
    ['into the trash', operation('Document.Trash', {})],
    ['and back', operation('Document.Untrash', {})],
  ];
}

export async function measureQuestions(server: Target, who: Credentials, documents: number): Promise<void> {
  const admin = new Seed(server.origin, administrator);
  const seed = new Seed(server.origin, who);
  const topId = String((await admin.json('GET', `/path${top}`)).uid);
  const wideId = String((await admin.json('GET', `/path${wide}`)).uid);
  const write = await writerAside(admin);
  for (const { name, path } of questions(wideId, topId, Math.floor(documents / 10))) {
    const times: number[] = [];
    let cpu = 0;
    // Round 0 warms up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      await write();
      const [before, start] = [await cpuOf(server.pid), performance.now()];
      await seed.json('GET', path(round));
      if (round === 0) continue;
      times.push(performance.now() - start);
      cpu += (await cpuOf(server.pid)) - before;
    }
    show({
      name,
      value: `${median(times).toFixed(1)} ms, processor ${(cpu / rounds).toFixed(0)} ms`,
    });
  }
}

export async function measureChanges(server: Target): Promise<void> {
  const admin = new Seed(server.origin, administrator);
  const topId = String((await admin.json('GET', `/path${top}`)).uid);
  const write = await writerAside(admin);
  for (const [name, run] of changes(topId)) {
    let isOver = false;
    const waits: number[] = [];
    const others = (async () => {
      while (!isOver) {
        const begin = performance.now();
        await write();
        waits.push(performance.now() - begin);
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [before, start] = [await cpuOf(server.pid), performance.now()];
    await run(admin);
    const passed = performance.now() - start;
    const cpu = (await cpuOf(server.pid)) - before;
    isOver = true;
    await others;
    show({
      name,
      value: `${passed.toFixed(0)} ms, processor ${cpu.toFixed(0)} ms; others waited ${Math.max(...waits).toFixed(0)} ms at most`,
    });
  }
}

/** Returns a function that changes a document which no request and no change is about. */
async function writerAside(admin: Seed): Promise<() => Promise<unknown>> {
  const aside = await admin.document(workspaces, 'File', 'aside');
  let written = 0;
  return () =>
    admin.json('PUT', `/id/${aside}`, {
      'entity-type': 'document',
      properties: { 'dc:description': `${written++}` },
    });
}
