/**
 * A small tree for two concurrent calls, and a description of its final state, to compare two trees.
 * Invariant: a description contains no ids, times or names of one tree only.
 */
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { Answer, Ask } from '../ask.ts';

export interface Arena {
  readonly name: string;
  /** Ids of the top folder and the documents in it. */
  readonly ids: Readonly<Record<Member, string>>;
  readonly isLeafFolder: boolean;
  readonly group: string;
  readonly entry: string;
}

export const levels = ['leaf', 'mid', 'top'] as const;
export type Level = (typeof levels)[number];
type Member = Level | 'arena' | 'other' | 'held' | 'section';

/** The callers. */
export const callers = ['ada', 'bea'] as const;
/** People who are added to groups. */
export const newcomers = ['uma', 'ugo'] as const;

/** Once for a server, before the first arena. */
export async function openGround(ask: Ask): Promise<void> {
  // Rob gets his rights during the races.
  for (const name of [...callers, ...newcomers, 'rob']) await addPerson(ask, name, ['members']);
  await addPerson(ask, 'paul', ['members', 'powerusers']);
  for (const name of ['workspaces', 'sections']) {
    const params = { users: 'members', permission: 'Everything' };
    await done(ask(`/path/default-domain/${name}/@op/Document.AddPermission`, { json: { params } }));
  }
}

export async function openArena(ask: Ask, name: string, isLeafFolder: boolean): Promise<Arena> {
  const make = async (parent: string, type: string, child: string): Promise<string> => {
    const properties = {
      'dc:title': child,
      ...(type === 'File' ? { 'file:content': content('first') } : {}),
    };
    const json = { 'entity-type': 'document', type, name: child, properties };
    return String((await done(ask(parent, { as: 'ada', json }))).body.uid);
  };
  const arena = await make('/path/default-domain/workspaces', 'Workspace', name);
  const inside = (parent: string, type: string, child: string): Promise<string> =>
    make(`/id/${parent}`, type, child);
  const top = await inside(arena, 'Folder', 'top');
  const mid = await inside(top, 'Folder', 'mid');
  const leaf = await inside(mid, isLeafFolder ? 'Folder' : 'File', 'leaf');
  const other = await inside(arena, 'Folder', 'other');
  const held = await inside(arena, 'Collection', 'held');
  const section = await make('/path/default-domain/sections', 'Section', name);
  const group = `crew${name}`;
  const entry = `entry${name}`;
  await done(ask('/group', { as: 'paul', json: { 'entity-type': 'group', groupname: group } }));
  await done(
    ask('/directory/nature', {
      as: 'paul',
      json: {
        'entity-type': 'directoryEntry',
        directoryName: 'nature',
        properties: { id: entry, label: 'first', ordering: 1, obsolete: 0 },
      },
    }),
  );
  return { name, ids: { arena, top, mid, leaf, other, held, section }, isLeafFolder, group, entry };
}

export function content(text: string): JsonObject {
  return { name: 'a.txt', 'mime-type': 'text/plain', data: `text of ${text}` };
}

async function addPerson(ask: Ask, name: string, groups: readonly string[]): Promise<void> {
  const properties = { username: name, password: name, groups };
  await done(ask('/user', { json: { 'entity-type': 'user', id: name, properties } }));
}

async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`A tree could not be made: ${status} ${text}`);
  return answer;
}

/** Everything that the calls could have changed, one line each, sorted. */
export async function pictureOf(ask: Ask, arena: Arena): Promise<readonly string[]> {
  const { ids, group, entry, name } = arena;
  const found = [
    ...(await search(ask, `SELECT * FROM Document WHERE ecm:ancestorId = '${ids.arena}'`)),
    ...(await search(ask, `SELECT * FROM Document WHERE ecm:ancestorId = '${ids.section}'`)),
  ];
  const series = levels.map((level) => `'${ids[level]}'`).join(', ');
  const versions = await search(
    ask,
    `SELECT * FROM Document WHERE ecm:isVersion = 1 AND ecm:versionVersionableId IN (${series})`,
  );
  const names = new Map<string, string>([
    ...Object.entries(ids).map(([member, id]) => [id, `<${member}>`] as const),
    ...[...found, ...versions]
      .filter(({ uid }) => !Object.values(ids).includes(String(uid)))
      .map((one) => [String(one.uid), `<${String(one.path)} ${String(one.versionLabel ?? '')}>`] as const),
  ]);
  const members = (await ask(`/group/${group}/@users`)).body.entries;
  const byRob = await search(ask, `SELECT * FROM Document WHERE ecm:ancestorId = '${ids.arena}'`, 'rob');
  const rows = [
    ...[...found, ...versions].map(documentLine),
    { crew: (Array.isArray(members) ? members : []).map((one) => isJsonObject(one) && one.id) },
    { entry: (await ask(`/directory/nature/${entry}`)).body },
    ...byRob.map(({ uid }) => ({ byRob: uid ?? null })),
  ];
  return rows
    .map((row) => JSON.stringify(withSortedLists(withoutOwn(JSON.stringify(row), name, names))))
    .sort();
}

async function search(ask: Ask, query: string, as = 'Administrator'): Promise<readonly JsonObject[]> {
  const { body, status, text } = await ask(
    `/search/lang/NXQL/execute?pageSize=500&query=${encodeURIComponent(query)}`,
    { as, headers: { properties: '*', 'enrichers-document': 'acls', 'fetch-document': 'versionLabel,lock' } },
  );
  if (status !== 200) throw new Error(text);
  return Array.isArray(body.entries) ? body.entries.filter(isJsonObject) : [];
}

const shown = [
  'uid',
  'path',
  'type',
  'state',
  'parentRef',
  'isCheckedOut',
  'isVersion',
  'isProxy',
  'versionLabel',
  'title',
  'facets',
  'lockOwner',
  'isTrashed',
  'proxyTargetId',
  'versionableId',
];

function documentLine(one: JsonObject): JsonObject {
  const { properties, contextParameters } = one;
  return {
    ...Object.fromEntries(shown.map((field) => [field, one[field] ?? null])),
    properties: properties ?? null,
    context: contextParameters ?? null,
  };
}

/** Sorts lists whose order is not guaranteed. */
function withSortedLists(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map((one) => withSortedLists(one));
    return items.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, withSortedLists(item ?? null)]),
  );
}

function withoutOwn(line: string, name: string, names: ReadonlyMap<string, string>): Json {
  const plain = line
    .replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      (id) => names.get(id) ?? '<gone>',
    )
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/"(changeToken|[a-z]+:?changeToken)":"[^"]*"/g, '"$1":""')
    .replaceAll(/\b\d{13}\b/g, '<millis>')
    .replaceAll(/_\d{13}_/g, '_<millis>_')
    // Each server's addresses contain its own port.
    .replaceAll(/http:\/\/localhost:\d+/g, '<server>')
    .replaceAll(name, '<name>');
  return JSON.parse(plain);
}
