/**
 * Opens everything outside, puts the rules on top, and makes the first content when there is none.
 * Invariant: whatever was opened is closed again when a later step fails.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDiskBlobs } from './adapters/blobs/disk.ts';
import { openConversion } from './adapters/conversion/open-conversion.ts';
import { jsonWebTokens } from './adapters/json-web-tokens.ts';
import { passwords } from './adapters/passwords.ts';
import { openSqlite } from './adapters/sql/sqlite.ts';
import type { Configuration } from './configuration.ts';
import { createDefaultContent } from './core/default-content.ts';
import { seedDirectories } from './core/directories/entries.ts';
import { DirectoryRegistry } from './core/directories/registry.ts';
import { seedPeople } from './core/people/first-people.ts';
import type { BlobStore, Logger, Ports, Store } from './core/ports.ts';
import type { BulkAction } from './core/search/bulk-actions.ts';
import { bulkActions } from './core/search/bulk-actions.ts';
import { defaultBulkActions } from './core/search/default-bulk-actions.ts';
import { ProviderRegistry } from './core/search/provider-registry.ts';
import type { Repository } from './core/session.ts';
import { inSession, systemPrincipals } from './core/session.ts';
import { TypeRegistry } from './core/types/registry.ts';
import { WorkflowModels } from './core/workflow/models.ts';

export interface OpenRepository {
  readonly repository: Repository;
  close(): Promise<void>;
}

export async function openRepository(
  configuration: Configuration,
  log: Logger,
  moreBulkActions: readonly BulkAction[] = [],
): Promise<OpenRepository> {
  await mkdir(configuration.dataFolder, { recursive: true });
  const store = await openStore(configuration);
  try {
    const ports = await openPorts(configuration, log, store);
    const repository = assemble(configuration, ports, moreBulkActions);
    await fillWhenNew(repository);
    return {
      repository,
      close: async () => {
        await ports.conversion.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What a small installation does not use is not loaded either: it would cost half a second at every start. */
async function openStore({ database, dataFolder }: Configuration): Promise<Store> {
  if (database === undefined) return openSqlite({ file: join(dataFolder, 'muniment.db') });
  const { openPostgres } = await import('./adapters/sql/postgres.ts');
  return openPostgres({ connectionString: database });
}

async function openPorts(configuration: Configuration, log: Logger, store: Store): Promise<Ports> {
  return {
    store,
    blobs: await openBlobs(configuration),
    conversion: await openConversion({
      workDirectory: join(configuration.dataFolder, 'conversion'),
      log,
      environment: process.env,
    }),
    clock: { now: () => new Date() },
    passwords,
    jwt: configuration.jwtSecret === undefined ? undefined : jsonWebTokens(configuration.jwtSecret),
    mailer: undefined,
    log,
  };
}

async function openBlobs({ s3, dataFolder }: Configuration): Promise<BlobStore> {
  if (s3 === undefined) return openDiskBlobs({ folder: join(dataFolder, 'blobs') });
  const { openS3Blobs } = await import('./adapters/blobs/s3.ts');
  const endpoint = s3.searchParams.get('endpoint');
  return openS3Blobs({
    bucket: s3.host,
    prefix: s3.pathname.replace(/^\//, ''),
    staging: join(dataFolder, 'staging'),
    client: {
      region: s3.searchParams.get('region') ?? 'us-east-1',
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    },
  });
}

function assemble(
  configuration: Configuration,
  ports: Ports,
  moreBulkActions: readonly BulkAction[],
): Repository {
  return {
    ports,
    types: new TypeRegistry(),
    directories: new DirectoryRegistry(),
    providers: new ProviderRegistry(),
    workflows: new WorkflowModels(),
    bulkActions: bulkActions(defaultBulkActions, moreBulkActions),
    repositoryNames: configuration.repositories,
    withoutFulltext: new Set(configuration.withoutFulltext),
    settings: {
      administratorGroups: ['administrators'],
      pathSegmentMaxSize: 24,
      maxPageSize: 1000,
      maxUploadBytes: configuration.maxUploadBytes,
      refuseUnknownPrincipals: false,
      accessTokenSeconds: configuration.accessTokenSeconds,
      productVersion: configuration.productVersion,
    },
  };
}

/** One transaction for each repository: a start that is broken off leaves nothing half made. */
async function fillWhenNew(repository: Repository): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await seedDirectories(session);
    await seedPeople(session);
  });
  for (const repositoryName of repository.repositoryNames) {
    await inSession(repository, { principals: systemPrincipals, repositoryName }, createDefaultContent);
  }
}
