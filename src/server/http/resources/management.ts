/** `/management`: administration of the server. Invariant: administrators only. */
import { checkStatus, submitCheck } from '#server/core/consistency/check-job.ts';
import { repositoryStatistics } from '#server/core/documents/statistics.ts';
import { giveUp, listJobs, runAgain } from '#server/core/jobs/queue.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import { bulkStatus, submitBulk } from '#server/core/search/bulk.ts';
import { listServers } from '#server/core/servers/servers.ts';
import { everyWorkflow } from '#server/core/workflow/purge-workflows.ts';
import type { Call } from '../application.ts';
import { requireAdministrator } from '../authentication/authenticate.ts';
import { entity, json } from '../responses.ts';

export async function bulk({ session }: Call, { id }: { readonly id: string }): Promise<Response> {
  requireAdministrator(session.principals);
  return entity(await bulkStatus(session, id));
}

/** One job extracts text, metadata and thumbnails: asking for any of them makes all. */
export async function reindex({ session, url }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  const query = url.searchParams.get('query') ?? 'SELECT * FROM Document';
  return entity(await submitBulk(session, { action: 'index', query }));
}

/** Checks the repository for contradictions; `mend=true` repairs those that can be repaired. */
export async function check({ session, url }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  return json(await submitCheck(session, url.searchParams.get('mend') === 'true'), 202);
}

export async function readCheck({ session }: Call, { id }: { readonly id: string }): Promise<Response> {
  requireAdministrator(session.principals);
  return json(await checkStatus(session, id));
}

/** The latest jobs; only those of one state with `state=`. */
export async function jobList({ session, url }: Call): Promise<Response> {
  return json(await listJobs(session, url.searchParams.get('state') ?? undefined));
}

export async function jobAgain({ session }: Call, { id }: { readonly id: string }): Promise<Response> {
  return json(await runAgain(session, id));
}

export async function jobGivenUp({ session }: Call, { id }: { readonly id: string }): Promise<Response> {
  return json(await giveUp(session, id));
}

/** Numbers and sizes of the repository's documents. */
export async function statistics({ session }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  return json({ ...(await repositoryStatistics(session.repository, session.repositoryName)) });
}

export async function servers({ session }: Call): Promise<Response> {
  return json(await listServers(session));
}

/** The number of jobs by kind and state. */
export async function jobs({ session }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  return json(await session.read.jobs.counts());
}

export function distribution({ session }: Call): Response {
  requireAdministrator(session.principals);
  const { productVersion } = session.repository.settings;
  return json({
    'entity-type': 'serverInfo',
    applicationName: 'muniment',
    applicationVersion: productVersion,
    distributionName: 'lts',
    distributionVersion: productVersion,
    distributionDate: 'Unknown',
    bundles: [],
    warnings: [],
    errors: [],
  });
}

/** The class name reported for all providers except the one of people. */
const providerClass = 'org.nuxeo.ecm.platform.query.nxql.CoreQueryDocumentPageProvider';

export function pageProviders({ session }: Call): Response {
  requireAdministrator(session.principals);
  const { providers, settings } = session.repository;
  return json(
    providers.names().map((name) => {
      const maxPageSize = providers.get(name)?.maxPageSize ?? settings.maxPageSize;
      return { name, class: providerClass, maxPageSize };
    }),
  );
}

/** Always empty: the database is migrated when the server starts. */
export function migrations({ session }: Call): Response {
  requireAdministrator(session.principals);
  return json({ 'entity-type': 'migrations', entries: [] });
}

export function migration({ session }: Call, { id }: { readonly id: string }): never {
  requireAdministrator(session.principals);
  throw errors.notFound(`No such migration: ${id}`);
}

/** Not offered: unused files are removed automatically, after a time in which somebody may still read them. */
export function orphanedBlobs({ session }: Call): never {
  requireAdministrator(session.principals);
  throw new RepositoryError('unsupported', 'Files that no document has are removed by a chore of the server');
}

/** Removes versions without a document and a proxy. */
export async function orphanedVersions({ session }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  const query = 'SELECT * FROM Document WHERE ecm:isVersion = 1';
  return entity(await submitBulk(session, { action: 'garbageCollectOrphanVersions', query }));
}

/** Removes workflows that have ended, or whose documents are gone. */
export async function orphanedWorkflows({ session }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  return entity(await submitBulk(session, { action: 'garbageCollectWokflows', query: everyWorkflow }));
}

/** The settings that clients of a Platform look for, without secrets. */
export function configuration({ session, baseUrl }: Call): Response {
  requireAdministrator(session.principals);
  const { settings } = session.repository;
  const configuredProperties = {
    'nuxeo.url': baseUrl,
    'org.nuxeo.ecm.contextPath': settings.basePath,
    'org.nuxeo.ecm.product.name': settings.brand.name,
    'org.nuxeo.ecm.product.version': settings.productVersion,
    'nuxeo.path.segment.maxsize': String(settings.pathSegmentMaxSize),
  };
  return json({
    'entity-type': 'configuration',
    configuredProperties,
    runtimeProperties: configuredProperties,
  });
}

/** Always empty: periodic tasks of this server are internal. */
export function schedules({ session }: Call): Response {
  requireAdministrator(session.principals);
  return json({ 'entity-type': 'schedules', entries: [] });
}

export function unsupported({ session }: Call): never {
  requireAdministrator(session.principals);
  throw new RepositoryError(
    'unsupported',
    'Background work is stored as jobs: management/jobs shows them, and has those that failed tried again',
  );
}
