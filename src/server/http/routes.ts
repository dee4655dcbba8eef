/**
 * The route table: all addresses of the interface below `/api/v1`. The adapters of documents are in
 * document-adapters/registry.ts.
 */

import * as accounts from './resources/accounts.ts';
import * as automation from './resources/automation.ts';
import * as bulk from './resources/bulk.ts';
import * as changes from './resources/changes.ts';
import * as config from './resources/config.ts';
import * as confirmation from './resources/confirmation.ts';
import * as conversions from './resources/conversions.ts';
import { answerDescription } from './resources/description.ts';
import * as directories from './resources/directories.ts';
import { answerEmptyDocument } from './resources/documents.ts';
import * as fileAddresses from './resources/file-addresses.ts';
import * as hooks from './resources/hooks.ts';
import * as indexSearch from './resources/index-search.ts';
import * as later from './resources/later-operations.ts';
import * as legacyBatch from './resources/legacy-batch.ts';
import * as management from './resources/management.ts';
import * as oauth from './resources/oauth.ts';
import * as passkeys from './resources/passkeys.ts';
import * as people from './resources/people.ts';
import * as probes from './resources/probes.ts';
import * as savedSearches from './resources/saved-searches.ts';
import * as search from './resources/search.ts';
import * as secondFactor from './resources/second-factor.ts';
import * as server from './resources/server.ts';
import * as tokens from './resources/tokens.ts';
import * as uploads from './resources/uploads.ts';
import * as workflows from './resources/workflows.ts';
import type { Route } from './router.ts';
import { on } from './router.ts';

const heldTokens = oauth.tokenResource('provider');
const givenTokens = oauth.tokenResource('client');

export const routes: readonly Route[] = [
  // documents: `id/…` and `path/…` are matched by interface-root.ts, adapters and all
  on('GET', '@emptyWithDefault', answerEmptyDocument),
  on('POST', '@op/{operation}', automation.execute),
  on('GET', 'bulk/{id}', bulk.readStatus),
  on('PUT', 'bulk/{id}/abort', bulk.abort),
  on('GET', 'conversions/{id}/poll', conversions.poll),
  on('GET', 'conversions/{id}/result', conversions.result),
  on('GET', 'conversion/{id}/poll', conversions.poll),
  on('GET', 'conversion/{id}/result', conversions.result),
  on('GET', 'changes', changes.stream),

  // uploads
  on('POST', 'upload', uploads.create, { changesApart: true }),
  on('GET', 'upload/handlers', uploads.listHandlers),
  on('GET', 'upload/handlers/{name}', uploads.readHandler),
  on('POST', 'upload/new/{handler}', uploads.createWithHandler, { changesApart: true }),
  on('POST', 'upload/{batch}/execute/{operation}', automation.executeOnBatch),
  on('POST', 'upload/{batch}/{index}/execute/{operation}', automation.executeOnFile),
  on('POST', 'upload/{batch}/{index}/complete', uploads.complete),
  on('POST', 'upload/{batch}/refreshToken', uploads.unsupported),
  on('GET', 'upload/{batch}/info', uploads.info),
  on('GET', 'upload/{batch}', uploads.list),
  on('DELETE', 'upload/{batch}', uploads.removeBatch),
  on('GET', 'upload/{batch}/{index}', uploads.read),
  on('POST', 'upload/{batch}/{index}', uploads.upload, { changesApart: true, takesBytes: true }),
  on('DELETE', 'upload/{batch}/{index}', uploads.removeFile),
  on('POST', 'batch/upload', legacyBatch.upload, { takesBytes: true }),
  on('POST', 'batch/execute', legacyBatch.execute),
  on('GET', 'batch/files/{batch}', legacyBatch.files),
  on('GET', 'batch/drop/{batch}', legacyBatch.drop),
  on('POST', 'automation/batch/upload', legacyBatch.upload, { takesBytes: true }),
  on('POST', 'automation/batch/execute', legacyBatch.execute),
  on('GET', 'automation/batch/files/{batch}', legacyBatch.files),
  on('GET', 'automation/batch/drop/{batch}', legacyBatch.drop),

  // search
  on('GET', 'search/execute', search.executeQuery),
  on('GET', 'search/lang/{language}/execute', search.executeLanguage),
  on('GET', 'search/pp/{provider}/execute', search.executeProvider),
  on('GET', 'search/pp/{provider}', search.readProvider),
  on('GET', 'search/saved', savedSearches.list),
  on('POST', 'search/saved', savedSearches.create),
  on('GET', 'search/saved/{id}', savedSearches.read),
  on('PUT', 'search/saved/{id}', savedSearches.update),
  on('DELETE', 'search/saved/{id}', savedSearches.remove),
  on('GET', 'search/saved/{id}/execute', savedSearches.execute),
  on('POST', 'search/bulk/{action}', bulk.submitQuery),
  on('POST', 'search/lang/NXQL/bulk/{action}', bulk.submitQuery),
  on('POST', 'search/pp/{provider}/bulk/{action}', bulk.submitProvider),
  on('POST', 'search/saved/{id}/bulk/{action}', bulk.submitSaved),
  on('GET POST', 'site/es/_search', indexSearch.searchDocuments),
  on('GET POST', 'site/es/{index}/_search', indexSearch.searchIndex),
  on('GET POST', 'site/es/{index}/{type}/_search', indexSearch.searchType),
  on('GET', 'query', search.executeQuery),
  on('GET', 'query/{name}', search.legacyQuery),

  // operations
  on('GET', 'automation', automation.catalogue),
  on('GET', 'automation/doc', automation.cataloguePage),
  on('POST', 'automation/login', server.login),
  on('GET', 'automation/files/{id}', automation.file),
  on('POST', 'automation/{operation}/@async', later.schedule),
  on('GET', 'automation/{operation}/@async/{id}/status', later.status),
  on('GET', 'automation/{operation}/@async/{id}', later.result),
  on('DELETE', 'automation/{operation}/@async/{id}', later.abort),
  on('GET', 'automation/{operation}', automation.describeOperation),
  on('POST', 'automation/{operation}', automation.execute),

  // directories and people
  on('GET', 'directory', directories.list),
  on('GET', 'directory/{name}', directories.entries),
  on('POST', 'directory/{name}', directories.create),
  on('GET', 'directory/{name}/{id...}', directories.read),
  on('PUT', 'directory/{name}/{id...}', directories.update),
  on('DELETE', 'directory/{name}/{id...}', directories.remove),
  on('GET', 'me', people.readMe),
  on('PUT', 'me/changepassword', people.changePassword),
  on('DELETE', 'me/sign-ins', tokens.removeAll),
  on('GET', 'me/confirmation', confirmation.read),
  on('POST', 'me/confirmation', confirmation.confirm),
  on('POST', 'me/confirmation/passkey', confirmation.passkeyOptions),
  on('POST', 'me/file-addresses', fileAddresses.create),
  on('GET', 'me/passkeys', passkeys.list),
  on('POST', 'me/passkeys', passkeys.add),
  on('POST', 'me/passkeys/options', passkeys.begin),
  on('PUT', 'me/passkeys/{passkey}', passkeys.rename),
  on('DELETE', 'me/passkeys/{passkey}', passkeys.remove),
  on('DELETE', 'passkeys/{user}', passkeys.removeOf),
  on('GET', 'me/second-factor', secondFactor.read),
  on('POST', 'me/second-factor', secondFactor.begin),
  on('POST', 'me/second-factor/confirm', secondFactor.confirm),
  on('DELETE', 'me/second-factor', secondFactor.end),
  on('DELETE', 'second-factor/{user}', secondFactor.endOf),
  on('POST', 'user', people.createUser),
  on('GET', 'user/search', people.findUsers),
  on('POST', 'user/{user...}/group/{group...}', people.addToGroup),
  on('DELETE', 'user/{user...}/group/{group...}', people.removeFromGroup),
  on('GET', 'user/{name...}', people.readUser),
  on('PUT', 'user/{name...}', people.updateUser),
  on('DELETE', 'user/{name...}', people.deleteUser),
  on('POST', 'group', people.createGroup),
  on('GET', 'group/search', people.findGroups),
  on('POST', 'group/{group...}/user/{user...}', people.addToGroup),
  on('DELETE', 'group/{group...}/user/{user...}', people.removeFromGroup),
  on('GET', 'group/{name...}/@users', people.usersOfGroup),
  on('GET', 'group/{name...}/@groups', people.groupsOfGroup),
  on('GET', 'group/{name...}', people.readGroup),
  on('PUT', 'group/{name...}', people.updateGroup),
  on('DELETE', 'group/{name...}', people.deleteGroup),

  // workflows
  on('POST', 'workflow', workflows.start),
  on('GET', 'workflow', workflows.list),
  on('GET', 'workflow/{id}', workflows.read),
  on('DELETE', 'workflow/{id}', workflows.cancel),
  on('GET', 'workflow/{id}/graph', workflows.graph),
  on('GET', 'workflowModel', workflows.listModels),
  on('GET', 'workflowModel/{name}', workflows.readModel),
  on('GET', 'workflowModel/{name}/graph', workflows.modelGraph),
  on('GET', 'task', workflows.listTasks),
  on('GET', 'task/{id}', workflows.readTask),
  on('PUT', 'task/{id}/reassign', workflows.reassign),
  on('PUT', 'task/{id}/delegate', workflows.delegate),
  on('PUT', 'task/{id}/{action}', workflows.completeTask),

  // tokens and clients
  on('GET', 'token', tokens.list),
  on('POST', 'token', tokens.create),
  on('DELETE', 'token/{token}', tokens.remove),
  on('GET', 'oauth2/client', oauth.listClients),
  on('POST', 'oauth2/client', oauth.createClient),
  on('GET', 'oauth2/client/{client}', oauth.readClient),
  on('PUT', 'oauth2/client/{client}', oauth.updateClient),
  on('DELETE', 'oauth2/client/{client}', oauth.deleteClient),
  on('GET', 'oauth2/token', oauth.listTokens),
  on('GET', 'oauth2/token/search', oauth.searchTokens),
  on('GET', 'oauth2/token/provider', oauth.ownProviderTokens),
  on('GET', 'oauth2/token/client', oauth.ownClientTokens),
  on('GET', 'oauth2/token/{side}', oauth.listTokensBySide),
  on('GET', 'oauth2/token/provider/{party}/user/{user}', heldTokens.read),
  on('PUT', 'oauth2/token/provider/{party}/user/{user}', heldTokens.update),
  on('DELETE', 'oauth2/token/provider/{party}/user/{user}', heldTokens.remove),
  on('GET', 'oauth2/token/{party}/{user}', heldTokens.read),
  on('PUT', 'oauth2/token/{party}/{user}', heldTokens.update),
  on('DELETE', 'oauth2/token/{party}/{user}', heldTokens.remove),
  on('GET', 'oauth2/token/client/{party}/user/{user}', givenTokens.read),
  on('PUT', 'oauth2/token/client/{party}/user/{user}', givenTokens.update),
  on('DELETE', 'oauth2/token/client/{party}/user/{user}', givenTokens.remove),
  on('GET', 'oauth2/provider', oauth.listProviders),
  on('POST', 'oauth2/provider', oauth.createProvider),
  on('GET', 'oauth2/provider/{provider}', oauth.readProvider),
  on('PUT', 'oauth2/provider/{provider}', oauth.updateProvider),
  on('DELETE', 'oauth2/provider/{provider}', oauth.deleteProvider),
  on('GET', 'oauth2/provider/{provider}/token', oauth.providerToken),

  // hooks
  on('GET', 'hook', hooks.list),
  on('POST', 'hook', hooks.create),
  on('PUT', 'hook/{hook}', hooks.update),
  on('DELETE', 'hook/{hook}', hooks.remove),
  on('POST', 'hook/{hook}/test', hooks.test),
  on('GET', 'hook/{hook}/deliveries', hooks.deliveries),
  on('POST', 'hook/{hook}/deliveries/{delivery}/again', hooks.again),

  // the server
  on('GET', 'config/types', config.listTypes),
  on('GET', 'config/types/{name}', config.readType),
  on('GET', 'config/schemas', config.listSchemas),
  on('GET', 'config/schemas/{name}', config.readSchema),
  on('GET', 'config/facets', config.listFacets),
  on('GET', 'config/facets/{name}', config.readFacet),
  on('GET', 'docType', config.listTypes),
  on('GET', 'docType/{name}', config.readType),
  on('GET', 'schema', config.listSchemas),
  on('GET', 'schema/{name}', config.readSchema),
  on('GET', 'facet', config.listFacets),
  on('GET', 'facet/{name}', config.readFacet),
  on('GET', 'capabilities', server.capabilities),
  on('GET', 'openapi.json', (call) => answerDescription(call, routes)),
  on('GET', 'management/probes', probes.listProbes),
  on('GET', 'management/probes/{name}', probes.readProbe),
  on('POST', 'management/probes/{name}', probes.runProbe),
  on('GET', 'management/bulk/{id}', management.bulk),
  on('POST', 'management/elasticsearch/reindex', management.reindex),
  on('POST', 'management/fulltext/extract', management.reindex),
  on('POST', 'management/thumbnails/recompute', management.reindex),
  on('POST', 'management/pictures/recompute', management.reindex),
  on('POST', 'management/check', management.check),
  on('GET', 'management/check/{id}', management.readCheck),
  on('GET', 'management/people', accounts.listSuspended),
  on('GET', 'management/people/{user...}', accounts.read),
  on('PUT', 'management/people/{user...}', accounts.update),
  on('GET', 'management/jobs', management.jobs),
  on('GET', 'management/jobs/list', management.jobList),
  on('POST', 'management/jobs/{id}/again', management.jobAgain),
  on('DELETE', 'management/jobs/{id}', management.jobGivenUp),
  on('GET', 'management/statistics', management.statistics),
  on('GET', 'management/servers', management.servers),
  on('GET', 'management/distribution', management.distribution),
  on('GET', 'management/page-providers', management.pageProviders),
  on('GET', 'management/migration', management.migrations),
  on('GET', 'management/migration/{id}', management.migration),
  on('POST', 'management/migration/{id}/probe', management.migration),
  on('POST', 'management/migration/{id}/run', management.migration),
  on('POST', 'management/migration/{id}/run/{step}', management.migration),
  on('DELETE', 'management/blobs/orphaned', management.orphanedBlobs),
  on('DELETE', 'management/binaries/orphaned', management.orphanedBlobs),
  on('DELETE', 'management/versions/orphaned', management.orphanedVersions),
  on('DELETE', 'management/workflows/orphaned', management.orphanedWorkflows),
  on('GET', 'management/configuration', management.configuration),
  on('GET', 'management/scheduler', management.schedules),
  on('PUT', 'management/scheduler/start', management.unsupported),
  on('PUT', 'management/scheduler/stop', management.unsupported),
  on('POST', 'management/work-manager/run-works-in-failure', management.unsupported),
  on('GET', 'management/stream', management.unsupported),
  on('GET', 'management/stream/{path...}', management.unsupported),
  on('PUT', 'management/stream/{path...}', management.unsupported),
];
