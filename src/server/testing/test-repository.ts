/**
 * A complete repository with a temporary database, for tests: real stores, a clock that is set by hand.
 * Invariant: nothing of it is left after `close`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs } from '#server/adapters/blobs/disk.ts';
import { secretCipher } from '#server/adapters/secrets/secret-cipher.ts';
import { openPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { openSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { schemaOfThisRun } from '#server/adapters/sql/testing/test-postgres.ts';
import { beforeCommit } from '#server/core/before-commit.ts';
import { seedDirectories } from '#server/core/directories/entries.ts';
import { DirectoryRegistry } from '#server/core/directories/registry.ts';
import { versioningOf } from '#server/core/documents/versioning-policies.ts';
import { defaultLimits } from '#server/core/kernel/budget.ts';
import { ChangeHub } from '#server/core/kernel/changes.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Conversion, Ports } from '#server/core/kernel/ports.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { productBrand, type Repository } from '#server/core/kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '#server/core/kernel/session.ts';
import { seedPeople } from '#server/core/people/first-people.ts';
import { principalsOf } from '#server/core/people/principals.ts';
import { createUser } from '#server/core/people/users.ts';
import { bulkActions } from '#server/core/search/bulk-actions.ts';
import { defaultBulkActions } from '#server/core/search/default-bulk-actions.ts';
import { ProviderRegistry } from '#server/core/search/provider-registry.ts';
import { TypeRegistry } from '#server/core/types/registry.ts';
import { WorkflowModels } from '#server/core/workflow/models.ts';

export interface TestRepository {
  readonly repository: Repository;
  /** Moves the clock forward. */
  pass(milliseconds: number): void;
  /** One call by the person, committed when it resolves. */
  as<T>(username: string, work: (session: Session) => Promise<T>): Promise<T>;
  /** A new user with a password equal to the name. */
  addUser(username: string, groups?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const noConversion: Conversion = {
  tools: 'none',
  convert: () => Promise.reject(new Error('no converter')),
  find: () => undefined,
  list: () => [],
  thumbnail: async () => undefined,
  scenes: async () => undefined,
  picturesAhead: () => true,
  holdsText: () => true,
  text: async () => undefined,
  shortText: () => undefined,
  metadata: async () => ({}),
  concatenatePdfs: () => Promise.reject(new Error('no converter')),
  writeMetadata: () => Promise.reject(new Error('no converter')),
  load: () => [],
  detectMimeType: () => 'application/octet-stream',
  close: async () => {},
};

/** A store in `changes` is not closed. */
export async function openTestRepository(changes: Partial<Ports> = {}): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-core-'));
  const schema = changes.store ? undefined : await schemaOfThisRun();
  const store =
    changes.store ??
    (schema
      ? await openPostgres(schema)
      : await openSqlite({ file: join(folder, 'test.sqlite'), readers: 1 }));
  const blobs = await openDiskBlobs({ folder: join(folder, 'blobs') });
  let now = Date.parse('2026-03-04T05:06:07.008Z');
  const clock = { now: () => new Date(now) };
  const repository: Repository = {
    ports: {
      store,
      blobs,
      conversion: noConversion,
      clock,
      passwords: {
        fingerprint: (text) => text,
        hash: async (password) => `hashed ${password}`,
        verify: async (password, hash) => hash === `hashed ${password}`,
        isCommon: async (password) => password === 'password',
      },
      secrets: secretCipher([new Uint8Array(32)]),
      jwt: undefined,
      mailer: undefined,
      passkeys: undefined,
      hookSender: { send: () => Promise.reject(new Error('no hooks')) },
      identityProviders: [],
      peopleDirectory: undefined,
      exportFolder: undefined,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      ...changes,
    },
    types: new TypeRegistry(),
    directories: new DirectoryRegistry(),
    providers: new ProviderRegistry(),
    workflows: new WorkflowModels(),
    bulkActions: bulkActions(defaultBulkActions),
    metadataMappings: new Map(),
    propertyMappings: new Map(),
    rules: [],
    versioning: versioningOf({ policies: [], restrictions: [] }),
    repositoryNames: ['default'],
    withoutFulltext: new Set(),
    beforeCommit,
    changes: new ChangeHub(store, clock),
    settings: {
      administratorGroups: ['administrators'],
      pathSegmentMaxSize: 24,
      maxPageSize: 1000,
      maxUploadBytes: 1_000_000,
      limits: defaultLimits,
      accessTokenSeconds: 3600,
      idleMilliseconds: 90 * 86_400_000,
      secondFactor: { isOffered: false, requiredGroups: [], countsPasskeys: false },
      minPasswordLength: 1,
      relaxed: new Set(),
      hidesEmails: false,
      audit: { key: undefined, retentionDays: undefined, settleMilliseconds: 120_000 },
      productVersion: '2023.6.9',
      brand: productBrand,
      publicUrl: undefined,
      basePath: '/nuxeo',
    },
  };
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await seedPeople(session);
    await seedDirectories(session);
  });
  const as = async <T>(username: string, work: (session: Session) => Promise<T>): Promise<T> => {
    const principals = await readStores(repository, (stores) =>
      principalsOf(stores, repository.settings.administratorGroups, username),
    );
    if (!principals) throw new Error(`There is no user ${username}`);
    return inSession(repository, { principals }, work);
  };
  return {
    repository,
    as,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    addUser: async (username, groups = ['members']) => {
      await as('Administrator', (session) =>
        createUser(session, { properties: { username, password: username, groups } }),
      );
    },
    close: async () => {
      if (!changes.store) await store.close();
      await schema?.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The root of the session's repository, readable by members; made when missing. */
export async function ensureRoot(session: Session): Promise<DocumentRow> {
  const { documents } = await session.write();
  const existing = await documents.root(session.repositoryName);
  if (existing) return existing;
  const aces = [
    { username: 'members', permission: 'Read', granted: true, creator: null, begin: null, end: null },
  ];
  const id = crypto.randomUUID();
  const [readAclId = 0] = await documents.readAclIds([aces]);
  await documents.insert({
    id,
    repository: session.repositoryName,
    parentId: null,
    name: '',
    path: '/',
    type: 'Root',
    facets: [],
    state: 'project',
    properties: {},
    position: null,
    isTrashed: false,
    isCheckedOut: true,
    isVersion: false,
    isLatestVersion: false,
    isLatestMajorVersion: false,
    seriesId: id,
    versionLabel: null,
    versionDescription: null,
    versionCreated: null,
    baseVersionId: null,
    proxyTargetId: null,
    lockOwner: null,
    lockCreated: null,
    systemChange: 0,
    userChange: 0,
    acls: [{ name: 'local', aces }],
    readAclId,
  });
  const row = await documents.get(id);
  if (!row) throw new Error('The root was not stored');
  return row;
}
