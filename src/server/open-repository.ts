/**
 * Opens all adapters, creates the repository on them, and makes the first content of a new one.
 * Invariant: everything that was opened is closed when a later step fails.
 */
import { join, resolve } from 'node:path';
import { createDefaultContent } from '#server/core/documents/default-content.ts';
import { ChangeHub } from '#server/core/kernel/changes.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Logger, Mailer, Passwords, Ports } from '#server/core/kernel/ports.ts';
import { type AppBrand, productBrand, type Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { operationBulkActions } from '#server/operations/catalogue/bulk-operations.ts';
import { createOperationRunner } from '#server/operations/machinery/operation-runner.ts';
import type { OperationRunner } from '#server/operations/machinery/runner.ts';
import { openConversion } from './adapters/conversion/open-conversion.ts';
import { openExportFolder } from './adapters/export-folder.ts';
import { openHookSender } from './adapters/hooks/hook-sender.ts';
import { openPasswordThreads } from './adapters/passwords/password-threads.ts';
import { secretCipher } from './adapters/secrets/secret-cipher.ts';
import { readConfigFolder, requireRuleOperations } from './config-folder.ts';
import { beforeCommit } from './core/before-commit.ts';
import { mergeConfigurations } from './core/configuration/read-configuration.ts';
import { seedDirectories } from './core/directories/entries.ts';
import { DirectoryRegistry } from './core/directories/registry.ts';
import { versioningOf } from './core/documents/versioning-policies.ts';
import { seedPeople } from './core/people/first-people.ts';
import { bulkActions } from './core/search/bulk-actions.ts';
import { defaultBulkActions } from './core/search/default-bulk-actions.ts';
import { ProviderRegistry } from './core/search/provider-registry.ts';
import { encryptStoredSecrets, MissingKeyError, neededKey } from './core/secrets/stored-secrets.ts';
import { hashStoredTokens } from './core/signin/hash-stored-tokens.ts';
import { relaxations } from './core/signin/relaxations.ts';
import { indexedProperties } from './core/types/query-properties.ts';
import { TypeRegistry } from './core/types/registry.ts';
import { WorkflowModels } from './core/workflow/models.ts';
import { makeFolder, openBlobs, openStore } from './open-storage.ts';
import { ownOperations } from './operations/registry.ts';
import { readSecretKeys } from './secret-keys.ts';
import type { ServerOptions } from './server-options.ts';

/** Clocks of several servers differ. */
const auditMargin = 60_000;
/** Time between looks whether a full disk has space again. */
const retryMilliseconds = 5_000;
/** For programs other than the server, which can wait longer for the database. */
const startTimeoutMs = 120_000;

export interface OpenRepository {
  readonly repository: Repository;
  /** Built-in operations and those of the configuration folder. */
  readonly operations: OperationRunner;
  close(): Promise<void>;
}

/** @param passwords closed with the repository */
export function openRepository(
  options: ServerOptions,
  log: Logger,
  passwords = openPasswordThreads(),
  brand = productBrand,
): Promise<OpenRepository> {
  const fill = (repository: Repository) => fillNowOrLater(repository, options.forgetsSecrets);
  return openAndFill(options, log, { passwords, brand, fill });
}

/**
 * For programs that run beside a server. They do not store what a start stores: with other settings than the server's, they
 * would for example drop property indexes. As nobody waits for them, they wait where a call would be refused.
 */
export function visitRepository(options: ServerOptions, log: Logger): Promise<OpenRepository> {
  const { storeLimits } = options;
  const limits = {
    ...storeLimits,
    queryMilliseconds: Math.max(storeLimits.queryMilliseconds, startTimeoutMs),
    connectMilliseconds: startTimeoutMs,
  };
  return openAndFill({ ...options, storeLimits: limits }, log, {
    passwords: openPasswordThreads(),
    brand: productBrand,
    fill: async (repository) =>
      (await isFilled(repository))
        ? { stop: () => undefined }
        : fillNowOrLater(repository, options.forgetsSecrets),
  });
}

interface Opening {
  readonly passwords: ReturnType<typeof openPasswordThreads>;
  readonly brand: AppBrand;
  readonly fill: (repository: Repository) => Promise<{ readonly stop: () => void }>;
}

async function openAndFill(
  options: ServerOptions,
  log: Logger,
  { passwords, brand, fill }: Opening,
): Promise<OpenRepository> {
  for (const name of options.relaxed)
    log.warn('A protection is turned off', { relaxation: name, cost: relaxations[name] });
  const files = options.configFolder === undefined ? [] : await readConfigFolder(options.configFolder);
  const operations = createOperationRunner([...ownOperations, ...files.flatMap((file) => file.operations)]);
  requireRuleOperations(files, operations);
  await makeFolder(resolve(options.dataFolder));
  const store = await openStore(options);
  try {
    const ports = await openPorts(options, log, brand, store, passwords);
    const repository = assemble(options, brand, mergeConfigurations(files), ports, operations);
    const filling = await fill(repository);
    return {
      repository,
      operations,
      close: async () => {
        filling.stop();
        repository.changes.close();
        await ports.conversion.close();
        await ports.mailer?.close();
        await passwords.close();
        await store.close();
      },
    };
  } catch (error) {
    await passwords.close();
    await store.close();
    throw error;
  }
}

async function openPorts(
  options: ServerOptions,
  log: Logger,
  brand: AppBrand,
  store: Store,
  passwords: Passwords,
): Promise<Ports> {
  return {
    store,
    blobs: await openBlobs(options),
    conversion: await openConversion({
      workDirectory: join(options.dataFolder, 'conversion'),
      log,
      environment: process.env,
      mayBeUnconfined: options.unconfinedConverters,
    }),
    clock: { now: () => new Date() },
    passwords,
    secrets: secretCipher(options.secretKeys ?? (await readSecretKeys(options.dataFolder))),
    jwt: await openJsonWebTokens(options),
    mailer: await openMailer(options, brand.name),
    hookSender: openHookSender(options.hookNetworks),
    passkeys: await openPasskeys(options),
    identityProviders: await openIdentityProviders(options),
    peopleDirectory: await openPeopleDirectory(options),
    exportFolder:
      options.exportFolder === undefined ? undefined : await openExportFolder(options.exportFolder),
    log,
  };
}

async function openJsonWebTokens({ jwtSecret, jwtIssuer, relaxed }: ServerOptions): Promise<Ports['jwt']> {
  if (jwtSecret === undefined) return undefined;
  const { jsonWebTokens } = await import('./adapters/json-web-tokens.ts');
  return jsonWebTokens(jwtSecret, jwtIssuer, { needsEnd: !relaxed.has('jwt-without-exp') });
}

async function openMailer({ mail }: ServerOptions, name: string): Promise<Mailer | undefined> {
  if (mail === undefined) return undefined;
  const { openSmtpMailer } = await import('./adapters/mail/smtp-mailer.ts');
  return openSmtpMailer({ ...mail, name });
}

async function openIdentityProviders({
  signInProviders,
}: ServerOptions): Promise<Ports['identityProviders']> {
  if (signInProviders.length === 0) return [];
  const { openIdProvider } = await import('./adapters/openid/open-id-provider.ts');
  return signInProviders.map((settings) => openIdProvider(settings));
}

async function openPasskeys({ passkeyDomain }: ServerOptions): Promise<Ports['passkeys']> {
  if (passkeyDomain === undefined) return undefined;
  const { openWebAuthn } = await import('./adapters/passkeys/web-authn.ts');
  return openWebAuthn(passkeyDomain);
}

async function openPeopleDirectory({ ldap }: ServerOptions): Promise<Ports['peopleDirectory']> {
  if (ldap === undefined) return undefined;
  const { openLdapDirectory } = await import('./adapters/ldap/ldap-directory.ts');
  return openLdapDirectory(ldap);
}

/** The registries find contradictions between configuration files here. */
function assemble(
  options: ServerOptions,
  brand: AppBrand,
  own: ReturnType<typeof mergeConfigurations>,
  ports: Ports,
  operations: OperationRunner,
): Repository {
  return {
    ports,
    types: new TypeRegistry(own),
    directories: new DirectoryRegistry(own.vocabularies),
    providers: new ProviderRegistry(own.pageProviders),
    workflows: new WorkflowModels(own.workflows),
    bulkActions: bulkActions(defaultBulkActions, operationBulkActions(operations)),
    metadataMappings: new Map(own.metadataMappings.map((mapping) => [mapping.name, mapping])),
    propertyMappings: new Map(own.propertyMappings.map((mapping) => [mapping.name, mapping])),
    rules: own.rules,
    versioning: versioningOf(own.versioning),
    repositoryNames: options.repositories,
    withoutFulltext: new Set(options.withoutFulltext),
    beforeCommit,
    changes: new ChangeHub(ports.store, ports.clock),
    settings: {
      administratorGroups: ['administrators'],
      pathSegmentMaxSize: 24,
      maxPageSize: 1000,
      maxUploadBytes: options.maxUploadBytes,
      limits: options.callLimits,
      accessTokenSeconds: options.accessTokenSeconds,
      idleMilliseconds: options.idleDays === 0 ? Infinity : options.idleDays * 86_400_000,
      secondFactor: options.secondFactor,
      relaxed: options.relaxed,
      minPasswordLength: options.minPasswordLength,
      hidesEmails: options.hidesEmails,
      audit: {
        key: options.auditKey,
        retentionDays: options.auditDays === 0 ? undefined : options.auditDays,
        settleMilliseconds: options.storeLimits.writeMilliseconds + auditMargin,
      },
      productVersion: options.productVersion,
      brand,
      publicUrl: options.publicUrl,
      basePath: options.basePath,
    },
  };
}

/** With a full disk, an existing repository is only read until there is space; then the new release's content is added. */
async function fillNowOrLater(
  repository: Repository,
  forgetsSecrets: boolean,
): Promise<{ readonly stop: () => void }> {
  try {
    await fillWhenNew(repository, forgetsSecrets);
    return { stop: () => undefined };
  } catch (error) {
    if (!isUnavailable(error) || !(await isFilled(repository))) throw error;
  }
  const { log } = repository.ports;
  log.error('The disk is full: this server only reads until there is room');
  const timer = setInterval(() => {
    fillWhenNew(repository, forgetsSecrets).then(
      () => {
        clearInterval(timer);
        log.info('There is room on the disk again: this server writes');
      },
      (error: unknown) => {
        if (!isUnavailable(error))
          log.error('New built-in content could not be stored', { reason: String(error) });
      },
    );
  }, retryMilliseconds).unref();
  return { stop: () => clearInterval(timer) };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof RepositoryError && error.code === 'unavailable';
}

/** Whether it has content, and the key that its secrets need. */
async function isFilled({ ports, repositoryNames }: Repository): Promise<boolean> {
  const unit = ports.store.begin();
  try {
    const needed = await neededKey(unit.stores.entries);
    if (needed !== undefined && !ports.secrets.knows(needed)) throw new MissingKeyError(needed);
    for (const name of repositoryNames) if (!(await unit.stores.documents.root(name))) return false;
    return true;
  } finally {
    await unit.rollback();
  }
}

/** One transaction for each repository, so that an interrupted start leaves nothing incomplete. */
async function fillWhenNew(repository: Repository, forgetsSecrets: boolean): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await seedDirectories(session);
    await seedPeople(session);
    await hashStoredTokens(session);
    await encryptStoredSecrets(session, forgetsSecrets);
    const { documents } = await session.write();
    await documents.indexProperties(indexedProperties(session.types.schemas.values()));
  });
  for (const repositoryName of repository.repositoryNames) {
    const fill = (): Promise<void> =>
      inSession(repository, { principals: systemPrincipals, repositoryName }, createDefaultContent);
    // When several servers start on an empty database, one of them fills it; the others get a conflict and go on.
    await fill().catch((error: unknown) => {
      if (!(error instanceof RepositoryError && error.code === 'documentExists')) throw error;
      return fill();
    });
  }
}
