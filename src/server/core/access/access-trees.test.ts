/**
 * The engine agrees with the simple rules of access-model.test-support.ts on random trees
 * (MUNIMENT_FUZZ_TREES), also after they were changed, moved, copied, versioned and published.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from '#nxql/index.ts';
import { checkMany } from '#server/testing/many-samples.test-support.ts';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { createLiveProxy } from '../documents/publishing.ts';
import { copyDocument, moveDocument } from '../documents/tree.ts';
import { checkIn } from '../documents/versions.ts';
import type { Ace, DocumentRow, Principals } from '../kernel/model.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { createGroup } from '../people/groups.ts';
import { principalsOf } from '../people/principals.ts';
import { requestFor } from '../search/run-query.ts';
import { effectiveAcls, hasPermission, refreshReadAcls } from './access.ts';
import { blockInheritance, setAces } from './access-changes.ts';
import {
  BLOCK,
  type Change,
  type Entry,
  isBelow,
  may,
  type Node,
  PEOPLE,
  type Tree,
  trees,
} from './access-model.test-support.ts';
import { decide } from './entries.ts';

/** Both engines use the same code; ten thousand trees take PostgreSQL four minutes, which only `npm run soak` spends. */
const usual = process.env.MUNIMENT_TEST_ENGINE === 'postgres' ? 2_500 : 10_000;
const TREES = Number(process.env.MUNIMENT_FUZZ_TREES ?? usual);
const PERMISSIONS = ['Browse', 'Read', 'Write', 'AddChildren', 'WriteSecurity', 'Everything'];
const HOUR = 3_600_000;

let server: TestRepository;
let root: DocumentRow;
let people: readonly Principals[];

before(async () => {
  server = await openTestRepository();
  await server.as('Administrator', async (session) => {
    await createGroup(session, { name: 'inner' });
    await createGroup(session, { name: 'outer', memberGroups: ['inner'] });
  });
  await server.addUser('fry', ['inner']);
  await server.addUser('leela', ['outer']);
  await server.addUser('zoidberg', []);
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    root = await ensureRoot(session);
    const found = Object.keys(PEOPLE).map((name) => principalsOf(session.read, ['administrators'], name));
    people = (await Promise.all(found)).flatMap((one) => one ?? []);
  });
});
after(() => server.close());

function toAces(session: Session, list: readonly Entry[]): readonly Ace[] {
  const time = (hour: number | null): string | null =>
    hour === null ? null : new Date(session.now.getTime() + hour * HOUR).toISOString();
  return list.map(({ begin, end, ...one }) => ({
    ...one,
    creator: null,
    begin: time(begin),
    end: time(end),
  }));
}

async function current(session: Session, node: Node | undefined): Promise<DocumentRow> {
  const row = node && (await session.read.documents.get(node.id));
  assert.ok(row);
  return row;
}

async function subtree(session: Session, top: DocumentRow): Promise<readonly DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for await (const row of session.read.documents.subtree(top.id)) rows.push(row);
  return rows;
}

/** All trees in one folder in their first state: with their entries in the rows. */
async function plant(session: Session, specs: readonly Tree[]): Promise<readonly Node[][]> {
  const folder = await insert(session, { parent: root, name: crypto.randomUUID() });
  const planted: Node[][] = [];
  for (const [place, spec] of specs.entries()) {
    const nodes: Node[] = [];
    const rows: DocumentRow[] = [];
    for (const [index, { parent: pick, local, custom }] of spec.nodes.entries()) {
      const parent = index === 0 ? -1 : pick % index;
      const lists = { custom, local };
      const acls = Object.entries(lists)
        .filter(([, list]) => list.length > 0)
        .map(([name, list]) => ({ name, aces: toAces(session, list) }));
      const row = await insert(session, { parent: rows[parent] ?? folder, name: `${place}-${index}`, acls });
      nodes.push({ id: row.id, parent, kind: 'document', lists });
      rows.push(row);
    }
    planted.push(nodes);
  }
  await refreshReadAcls(session, folder.id);
  for (const [index, { changes }] of specs.entries()) {
    for (const change of changes) await apply(session, planted[index] ?? [], change);
  }
  return planted;
}

async function insert(
  session: Session,
  { parent, name, acls = [] }: { parent: DocumentRow; name: string; acls?: DocumentRow['acls'] },
): Promise<DocumentRow> {
  const id = crypto.randomUUID();
  const path = `${parent.path === '/' ? '' : parent.path}/${name}`;
  const row = { ...root, id, seriesId: id, parentId: parent.id, name, path, type: 'File', acls };
  await (await session.write()).documents.insert(row);
  return row;
}

async function apply(session: Session, nodes: Node[], change: Change): Promise<void> {
  const index = change.node % nodes.length;
  const to = change.to % nodes.length;
  const node = nodes[index];
  const target = nodes[to];
  if (node?.kind !== 'document' || target === undefined || target.kind === 'version') return;
  const row = await current(session, node);
  const add = (id: string, parent: number, kind: Node['kind']): number =>
    nodes.push({ id, parent, kind, lists: { custom: [], local: [] } });
  switch (change.kind) {
    case 'set':
      await setAces(session, row, change.list, toAces(session, change.entries));
      node.lists[change.list] = change.entries;
      return;
    case 'block':
      await blockInheritance(session, row, change.list);
      node.lists[change.list] = [...node.lists[change.list], BLOCK];
      return;
    case 'move':
      if (isBelow(nodes, to, index)) return;
      await moveDocument(session, row, await current(session, target));
      node.parent = to;
      return;
    case 'copy': {
      const sources = await subtree(session, row);
      const copy = await copyDocument(session, row, await current(session, target));
      const copies = await subtree(session, copy);
      const first = nodes.length;
      for (const [index, { id, proxyTargetId }] of copies.entries()) {
        const above = sources.findIndex((source) => source.id === sources[index]?.parentId);
        add(id, index === 0 ? to : first + above, proxyTargetId === null ? 'document' : 'proxy');
      }
      return;
    }
    case 'version': {
      const version = await checkIn(session, row, 'major');
      add(version?.id ?? '', index, 'version');
      return;
    }
    case 'proxy':
      add((await createLiveProxy(session, row, await current(session, target))).id, to, 'proxy');
  }
}

const everything = parse('SELECT * FROM Document').query;

async function readable(session: Session): Promise<ReadonlySet<string>> {
  assert.ok(everything);
  return new Set((await session.read.documents.queryIds(await requestFor(session, everything))).items);
}

/** All in one transaction, which is rolled back. */
function faultsOf(specs: readonly Tree[]): Promise<ReadonlyMap<number, unknown>> {
  return inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const planted = await plant(session, specs);
    // The deepest document of each tree, or the one that its change has made.
    const newest = await session.read.documents.getMany(planted.map((nodes) => nodes.at(-1)?.id ?? ''));
    const rules = await Promise.all(newest.map((row) => entriesOf(session, row)));
    const faults = new Map<number, unknown>();
    for (const hour of [0, 2]) {
      server.pass(hour * HOUR);
      for (const principals of people) {
        const caller = session.as(principals);
        const found = await readable(caller);
        for (const [place, nodes] of planted.entries()) {
          const check = (index: number, permission: string, answer: boolean): void => {
            if (answer === may(nodes, index, caller.username, permission, hour)) return;
            const who = `${caller.username} on node ${index} at hour ${hour}`;
            faults.set(place, new Error(`${permission} for ${who}: ${answer}`));
          };
          for (const [index, { id }] of nodes.entries()) check(index, 'Browse', found.has(id));
          for (const permission of PERMISSIONS) {
            check(nodes.length - 1, permission, decide(rules[place] ?? [], principals, permission, caller));
          }
          const row = newest[place];
          const isChecked = hour === 0 && principals === people[place % people.length];
          if (row && isChecked) check(nodes.length - 1, 'Read', await hasPermission(caller, row, 'Read'));
        }
      }
    }
    await session.restart();
    return faults;
  });
}

async function entriesOf(session: Session, row: DocumentRow): Promise<readonly Ace[]> {
  return (await effectiveAcls(session, row)).flatMap((acl) => acl.aces);
}

test('the engine agrees with the plain rules', () =>
  checkMany({ values: trees, count: TREES, batch: 250, faults: faultsOf }));

test('people are who the rules take them for', () => {
  assert.deepEqual(
    people.map(({ username, groups }) => [username, ...groups].toSorted()),
    Object.values(PEOPLE).map((names) => names.toSorted()),
  );
});
