/**
 * A small repository with values of every kind, to compare the engines' answers to queries.
 * Invariant: always the same documents, on every engine.
 */
import { after } from 'node:test';
import fc from 'fast-check';
import {
  SAMPLE_DOUBLES,
  SAMPLE_INTEGERS,
  SAMPLE_MOMENTS,
  SAMPLE_TEXTS,
} from '#nxql/generate.test-support.ts';
import type { Vocabulary } from '#nxql/index.ts';
import { aDocument, folded, plantAs } from '#server/adapters/sql/testing/sample-documents.ts';
import { openTestEngines } from '#server/adapters/sql/testing/test-engines.ts';
import { browseEntries } from '#server/core/access/access.ts';
import type { Ace, DocumentRow } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { vocabularyOf } from '#server/core/search/query-vocabulary.ts';
import type { FieldDefinition, FieldType, SchemaDefinition } from '#server/core/types/definitions.ts';
import { field } from '#server/core/types/fields.ts';
import { TypeRegistry } from '#server/core/types/registry.ts';
import type { Json } from '#wire/json.ts';
import { openTestRepository } from './test-repository.ts';

const KINDS: readonly FieldType[] = ['string', 'long', 'double', 'boolean', 'date'];
const ofEveryKind = (ending: string): readonly FieldDefinition[] =>
  KINDS.map((kind) => field(`${kind}${ending === '' ? '' : 's'}: ${kind}${ending}`));

const everyKind: SchemaDefinition = {
  name: 'every',
  prefix: 'every',
  fields: [
    ...ofEveryKind(''),
    ...ofEveryKind('[]'),
    field('part', [...ofEveryKind(''), ...ofEveryKind('[]'), field('deeper', ofEveryKind(''))]),
    field('parts: complex[]', [...ofEveryKind(''), field('inner: complex[]', ofEveryKind(''))]),
  ],
};

const corpusTypes = new TypeRegistry({ schemas: [everyKind] });

const SCHEMAS = /^(every|dc|file|files|uid):/;
const TYPES = ['Document', 'Relation', 'Folder', 'File', 'Note', 'Picture', 'Workspace', 'HiddenFolder'];

/** The vocabulary for queries: the properties that the documents have. */
export function corpusVocabulary(): Vocabulary {
  const { types, properties, ...rest } = vocabularyOf(corpusTypes);
  return {
    ...rest,
    types: new Map([...types].filter(([name]) => TYPES.includes(name))),
    properties: new Map([...properties].filter(([name]) => SCHEMAS.test(name))),
  };
}

const blob = fc.constantFrom('a', 'b', 'ü').map((name) => ({
  name: `${name}.txt`,
  'mime-type': 'text/plain',
  encoding: null,
  digestAlgorithm: 'MD5',
  digest: `digest of ${name}`,
  length: name.length * 1000,
  data: `key of ${name}`,
}));

function someValue(definition: FieldDefinition): fc.Arbitrary<Json> {
  const { list, ...item } = definition;
  if (list) return fc.array(someValue({ ...item, list: false }), { maxLength: 3 });
  switch (item.type) {
    case 'long':
    case 'integer':
      return fc.constantFrom(...SAMPLE_INTEGERS);
    case 'double':
      return fc.constantFrom(...SAMPLE_DOUBLES);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.constantFrom(...SAMPLE_MOMENTS);
    case 'blob':
      return blob;
    case 'complex':
      return fc
        .tuple(
          ...(item.fields ?? []).map((part) => maybe(someValue(part)).map((value) => [part.name, value])),
        )
        .map((entries) => Object.fromEntries(entries));
    default:
      return fc.constantFrom(...SAMPLE_TEXTS);
  }
}

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 3 });

const ace: fc.Arbitrary<Ace> = fc.record({
  username: fc.constantFrom('joe', 'ann', 'Everyone'),
  permission: fc.constantFrom('Read', 'Write', 'Everything'),
  granted: fc.boolean(),
  creator: maybe(fc.constantFrom('Administrator', 'joe')),
  begin: maybe(fc.constantFrom(...SAMPLE_MOMENTS)),
  end: maybe(fc.constantFrom(...SAMPLE_MOMENTS)),
});

const tag = fc.record({ label: fc.constantFrom(...SAMPLE_TEXTS), username: fc.constant('joe') });

const text = fc.constantFrom(...SAMPLE_TEXTS);
const details = fc.record({
  type: fc.constantFrom('File', 'Note', 'Picture', 'Folder', 'Workspace', 'HiddenFolder'),
  facets: fc.subarray(['NXTag', 'HiddenInNavigation', 'Commentable']),
  state: fc.constantFrom('project', 'approved'),
  position: maybe(fc.nat({ max: 12 })),
  isTrashed: fc.boolean(),
  isCheckedOut: fc.boolean(),
  lockOwner: maybe(fc.constantFrom('joe', 'ann')),
  lockCreated: maybe(fc.constantFrom(...SAMPLE_MOMENTS)),
  acls: fc.array(
    fc.record({ name: fc.constantFrom('local', 'custom'), aces: fc.array(ace, { maxLength: 3 }) }),
    {
      maxLength: 2,
    },
  ),
});

const NAMES = ['a', 'B', 'b', '10', '9', 'ä', 'a b', 'été', '中文', 'x.y', 'z%', '_'];
const SIZE = 60;

/** Folders in folders, then versions and proxies of some, all with random properties. */
function documents(): readonly (Partial<DocumentRow> & Pick<DocumentRow, 'id'> & { body: string })[] {
  const fields = [...corpusTypes.schemas.values()].flatMap(({ prefix, fields: own }) =>
    SCHEMAS.test(`${prefix}:`) ? own.map((one) => ({ ...one, name: `${prefix}:${one.name}` })) : [],
  );
  const properties = someValue({ name: '', type: 'complex', list: false, fields });
  const samples = fc.sample(fc.tuple(details, properties, fc.array(tag, { maxLength: 2 }), text, text), {
    numRuns: SIZE,
    seed: 1,
  });
  return samples.map(([row, values, tags, one, other], index) => {
    const parent = Math.floor((index - 1) / 4);
    const name = NAMES[index % NAMES.length] ?? '';
    const isVersion = index > 40 && index % 3 === 0;
    const isProxy = index > 40 && index % 3 === 1;
    const known = Object.entries(Object(values)).filter(([, value]) => value !== null);
    return {
      ...row,
      id: `doc-${index}`,
      name: index === 0 ? '' : `${name}${index}`,
      parentId: index === 0 || isVersion ? null : `doc-${parent}`,
      path: isVersion ? null : pathOf(index),
      properties: { ...Object.fromEntries(known), ...(index % 2 === 0 ? { 'nxtag:tags': tags } : {}) },
      ...(isVersion
        ? {
            isVersion: true,
            isLatestVersion: index % 2 === 0,
            seriesId: `doc-${index - 30}`,
            versionLabel: `${index % 4}.${index % 10}`,
            versionDescription: one,
            versionCreated: SAMPLE_MOMENTS[index % SAMPLE_MOMENTS.length] ?? null,
          }
        : {}),
      ...(isProxy ? { proxyTargetId: `doc-${index - 1}` } : {}),
      body: `${one} ${other} zebra`,
    };
  });
}

function pathOf(place: number): string {
  if (place === 0) return '/';
  const above = pathOf(Math.floor((place - 1) / 4));
  return `${above === '/' ? '' : above}/${NAMES[place % NAMES.length] ?? ''}${place}`;
}

/** One for each available engine; closed after the file's tests. */
export async function openCorpora(): Promise<readonly Repository[]> {
  const stores = await openTestEngines();
  const opened = await Promise.all(stores.map((store) => openTestRepository({ store })));
  after(() => Promise.all(opened.map((one) => one.close())));
  return Promise.all(opened.map(({ repository }) => plantCorpus(repository)));
}

/** Stores these documents in the repository, with all types of values. */
async function plantCorpus(repository: Repository): Promise<Repository> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const stores = await session.write();
    for (const { body, ...row } of documents()) {
      const aces = browseEntries((row.acls ?? []).flatMap((acl) => acl.aces));
      const [readAclId] = await stores.documents.readAclIds([aces]);
      await plantAs(stores.documents, aDocument({ repository: session.repositoryName, ...row, readAclId }));
      const title = String(row.properties?.['dc:title'] ?? '');
      await stores.documents.setText(row.id, { title: folded(title), body: folded(body) });
    }
  });
  return { ...repository, types: corpusTypes };
}
