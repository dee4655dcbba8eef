/** Describes the addresses of people, vocabularies, workflows, tokens, hooks and the server itself. */
import * as documents from './document-entities.ts';
import * as entities from './other-entities.ts';
import * as people from './people-entities.ts';
import { type Descriptions, nothing, paging, says, sent, text } from './says.ts';
import { anyObject, boolean, fieldsOf, integer, list, nullable, oneOf, optional, string } from './shape.ts';

const { directoryEntry, task, workflow } = entities;
const { group, user } = people;
const paged = { query: ['q', ...paging, 'sortBy'] } as const;

export const peopleDescriptions: Descriptions = {
  'GET directory': says('The directories', { 200: entities.directories }, { query: ['types'] }),
  'GET directory/{name}': says(
    'The entries of a directory',
    { 200: entities.directoryEntries },
    { headers: ['translate-directoryEntry', 'fetch-directoryEntry'], query: paging },
  ),
  'POST directory/{name}': says('Makes an entry', { 201: directoryEntry }, { body: sent(directoryEntry) }),
  'GET directory/{name}/{id...}': says('Reads an entry', { 200: directoryEntry }),
  'PUT directory/{name}/{id...}': says(
    'Changes an entry',
    { 200: directoryEntry },
    { body: sent(directoryEntry) },
  ),
  'DELETE directory/{name}/{id...}': says('Removes an entry', { 204: nothing }),
  'GET me': says('The person who asks', { 200: user }, { headers: ['enrichers-user'] }),
  'PUT me/changepassword': says(
    'Sets a new password',
    { 200: user },
    {
      body: fieldsOf({
        oldPassword: string,
        newPassword: string,
      }),
    },
  ),
  'DELETE me/sign-ins': says('Ends everything that the caller is signed in with', { 204: nothing }),
  'GET me/confirmation': says(
    'Whether the caller signed in recently, and how they can show again who they are',
    {
      200: fieldsOf({ isRecent: boolean, ways: list(oneOf('password', 'code', 'passkey')) }),
    },
  ),
  'POST me/confirmation': says(
    'Shows again who the caller is, by one of these',
    { 204: nothing },
    { body: fieldsOf({ password: optional(string), code: optional(string), passkey: optional(anyObject) }) },
  ),
  'POST me/confirmation/passkey': says('What a browser needs to use a passkey', { 200: anyObject }),
  'POST me/file-addresses': says(
    'Lets `/nxonce/{code}` give a file of a document once, within a minute; the caller makes the code by chance',
    { 201: fieldsOf({ seconds: integer }) },
    { body: fieldsOf({ code: string, document: string, xpath: optional(string) }) },
  ),
  'GET me/passkeys': says('The passkeys of the caller', {
    200: fieldsOf({ isOffered: boolean, domain: nullable(string), passkeys: list(people.passkey) }),
  }),
  'POST me/passkeys': says(
    'Keeps a passkey that the browser made',
    { 201: people.passkey },
    { body: fieldsOf({ name: string, handle: string, response: anyObject }) },
  ),
  'POST me/passkeys/options': says('What a browser needs to make a passkey', {
    200: fieldsOf({ options: anyObject, handle: string }),
  }),
  'PUT me/passkeys/{passkey}': says(
    'Calls a passkey otherwise',
    { 200: people.passkey },
    { body: fieldsOf({ name: string }) },
  ),
  'DELETE me/passkeys/{passkey}': says('Removes a passkey', { 204: nothing }),
  'DELETE passkeys/{user}': says('Removes the passkeys of somebody', { 204: nothing }),
  'GET me/second-factor': says('Whether one-time codes are on', {
    200: fieldsOf({
      isOffered: boolean,
      isOn: boolean,
      recoveryCodesLeft: integer,
    }),
  }),
  'POST me/second-factor': says('Gives a secret for one-time codes', {
    201: fieldsOf({ secret: string, address: string }),
  }),
  'POST me/second-factor/confirm': says(
    'Turns one-time codes on',
    { 200: fieldsOf({ recoveryCodes: list(string) }) },
    { body: fieldsOf({ code: string }) },
  ),
  'DELETE me/second-factor': says(
    'Turns one-time codes off',
    { 204: nothing },
    { body: fieldsOf({ code: string }) },
  ),
  'DELETE second-factor/{user}': says('Turns the one-time codes of somebody off', { 204: nothing }),
  'POST user': says('Makes a person', { 201: user }, { body: sent(user) }),
  'GET user/search': says('Finds people', { 200: people.users }, paged),
  'POST user/{user...}/group/{group...}': says('Adds a person to a group', { 201: user }),
  'DELETE user/{user...}/group/{group...}': says('Takes a person out of a group', { 200: text }),
  'GET user/{name...}': says('Reads a person', { 200: user }, { headers: ['enrichers-user'] }),
  'PUT user/{name...}': says('Changes a person', { 200: user }, { body: sent(user) }),
  'DELETE user/{name...}': says('Removes a person', { 204: nothing }),
  'POST group': says('Makes a group', { 201: group }, { body: sent(group) }),
  'GET group/search': says('Finds groups', { 200: people.groups }, paged),
  'POST group/{group...}/user/{user...}': says('Adds a person to a group', { 201: user }),
  'DELETE group/{group...}/user/{user...}': says('Takes a person out of a group', { 200: text }),
  'GET group/{name...}/@users': says('The people of a group', { 200: people.users }, paged),
  'GET group/{name...}/@groups': says('The groups of a group', { 200: people.groups }, paged),
  'GET group/{name...}': says('Reads a group', { 200: group }, { headers: ['fetch-group'] }),
  'PUT group/{name...}': says('Changes a group', { 200: group }, { body: sent(group) }),
  'DELETE group/{name...}': says('Removes a group', { 204: nothing }),
};

export const workflowDescriptions: Descriptions = {
  'POST workflow': says(
    'Starts a workflow',
    { 201: workflow },
    { body: sent(workflow, 'workflowModelName') },
  ),
  'GET workflow': says(
    'The workflows under way',
    { 200: entities.workflows },
    { query: ['workflowModelName'] },
  ),
  'GET workflow/{id}': says('Reads a workflow', { 200: workflow }),
  'DELETE workflow/{id}': says('Stops a workflow', { 204: nothing }),
  'GET workflow/{id}/graph': says('A workflow as a graph', { 200: entities.graph }),
  'GET workflowModel': says('The workflow models', { 200: entities.workflows }),
  'GET workflowModel/{name}': says('Reads a workflow model', { 200: workflow }),
  'GET workflowModel/{name}/graph': says('A workflow model as a graph', { 200: entities.graph }),
  'GET task': says(
    'Tasks',
    { 200: entities.tasks },
    { headers: ['fetch-task'], query: ['userId', 'workflowInstanceId', 'workflowModelName', ...paging] },
  ),
  'GET task/{id}': says('Reads a task', { 200: task }, { headers: ['fetch-task'] }),
  'PUT task/{id}/reassign': says(
    'Gives a task to others',
    { 200: nothing },
    { required: ['actors'], query: ['comment'] },
  ),
  'PUT task/{id}/delegate': says(
    'Lets others do a task too',
    { 200: nothing },
    { query: ['delegatedActors', 'actors', 'comment'] },
  ),
  'PUT task/{id}/{action}': says('Ends a task', { 200: task }, { body: sent(task) }),
};

const { oauthClient, oauthProvider, oauthToken, oauthTokenList } = people;

function tokenAt(pattern: string): Descriptions {
  return {
    [`GET ${pattern}`]: says('Reads a token', { 200: oauthToken }),
    [`PUT ${pattern}`]: says('Changes a token', { 200: oauthToken }, { body: sent(oauthToken) }),
    [`DELETE ${pattern}`]: says('Revokes a token', { 204: nothing }, { query: ['id'] }),
  };
}

export const signInDescriptions: Descriptions = {
  'GET token': says('The caller’s device tokens', { 200: people.deviceTokens }, { query: ['application'] }),
  'POST token': says(
    'Gives a device token',
    { 201: text },
    { required: ['application', 'deviceId', 'permission'], query: ['deviceDescription'] },
  ),
  'DELETE token/{token}': says('Ends a device token', { 204: nothing }),
  'GET oauth2/client': says('The clients', { 200: people.oauthClients }),
  'POST oauth2/client': says('Makes a client', { 201: oauthClient }, { body: sent(oauthClient) }),
  'GET oauth2/client/{client}': says('Reads a client', { 200: oauthClient }),
  'PUT oauth2/client/{client}': says('Changes a client', { 200: oauthClient }, { body: sent(oauthClient) }),
  'DELETE oauth2/client/{client}': says('Removes a client', { 204: nothing }),
  'GET oauth2/token': says('All tokens', { 200: oauthTokenList }),
  'GET oauth2/token/search': says('Finds tokens', { 200: oauthTokenList }, { required: ['q'] }),
  'GET oauth2/token/provider': says('The caller’s tokens for other services', { 200: oauthTokenList }),
  'GET oauth2/token/client': says('The caller’s tokens that clients have', { 200: people.givenTokenList }),
  'GET oauth2/token/{side}': says('All tokens of a kind', { 200: oauthTokenList }),
  ...tokenAt('oauth2/token/provider/{party}/user/{user}'),
  ...tokenAt('oauth2/token/{party}/{user}'),
  ...tokenAt('oauth2/token/client/{party}/user/{user}'),
  'GET oauth2/provider': says('Other services', { 200: people.oauthProviders }),
  'POST oauth2/provider': says(
    'Makes another service known',
    { 200: oauthProvider },
    { body: sent(oauthProvider) },
  ),
  'GET oauth2/provider/{provider}': says('Reads another service', { 200: oauthProvider }),
  'PUT oauth2/provider/{provider}': says(
    'Changes another service',
    { 200: oauthProvider },
    { body: sent(oauthProvider) },
  ),
  'DELETE oauth2/provider/{provider}': says('Removes another service', { 204: nothing }),
  'GET oauth2/provider/{provider}/token': says('The caller’s token for another service', {
    200: fieldsOf({ token: string }),
  }),
};

const { docType, facet, hook, schema } = entities;
const storedFile = says(
  'Makes texts, facts and pictures of files anew',
  { 200: documents.bulkStatus },
  { query: ['query'] },
);

function configured(types: string, schemas: string, facets: string): Descriptions {
  const detailed = { headers: ['fetch-schema'] } as const;
  return {
    [`GET ${types}`]: says('The document types', { 200: entities.types }),
    [`GET ${types}/{name}`]: says('A document type', { 200: docType, 204: nothing }, detailed),
    [`GET ${schemas}`]: says('The schemas', { 200: list(schema) }, detailed),
    [`GET ${schemas}/{name}`]: says('A schema', { 200: schema, 204: nothing }, detailed),
    [`GET ${facets}`]: says('The facets', { 200: list(facet) }),
    [`GET ${facets}/{name}`]: says('A facet', { 200: facet, 204: nothing }),
  };
}

const probe = fieldsOf({
  'entity-type': oneOf('probe'),
  name: string,
  status: fieldsOf({
    'entity-type': oneOf('probeStatus'),
    neverExecuted: boolean,
    success: boolean,
    infos: anyObject,
  }),
  history: fieldsOf({ lastRun: nullable(string), lastSuccess: string, lastFail: string }),
  counts: fieldsOf({ run: integer, success: integer, failure: integer }),
  time: integer,
});

const check = fieldsOf({
  'entity-type': oneOf('consistencyCheck'),
  id: string,
  state: string,
  mends: boolean,
  looked: integer,
  found: integer,
  left: integer,
  findings: list(anyObject),
});

export const serverDescriptions: Descriptions = {
  'GET changes': says(
    'What changes in some places from now on, as server-sent events',
    { 200: { 'text/event-stream': string } },
    { required: ['place'], query: ['open', 'age'] },
  ),
  'GET hook': says('The hooks', { 200: fieldsOf({ hooks: list(hook) }) }),
  'POST hook': says('Makes a hook; only this answer holds its secret', { 201: hook }, { body: anyObject }),
  'PUT hook/{hook}': says('Changes a hook', { 200: hook }, { body: anyObject }),
  'DELETE hook/{hook}': says('Removes a hook', { 204: nothing }),
  'POST hook/{hook}/test': says('Sends a test to a hook', { 202: nothing }),
  'GET hook/{hook}/deliveries': says('What a hook sent last', {
    200: fieldsOf({ deliveries: list(entities.delivery) }),
  }),
  'POST hook/{hook}/deliveries/{delivery}/again': says('Sends again what a hook sent', { 202: nothing }),
  ...configured('config/types', 'config/schemas', 'config/facets'),
  ...configured('docType', 'schema', 'facet'),
  'GET capabilities': says('What the server is', { 200: anyObject }),
  'GET openapi.json': says(
    'This description',
    { 200: anyObject, 304: nothing },
    { headers: ['If-None-Match'] },
  ),
  'GET management/probes': says('What the parts of the server last said', {
    200: fieldsOf({ 'entity-type': oneOf('probes'), entries: list(probe) }),
  }),
  'GET management/probes/{name}': says('What a part of the server last said', { 200: probe }),
  'POST management/probes/{name}': says('Whether a part of the server works', { 200: probe }),
  'GET management/bulk/{id}': says('How far work on many documents is', { 200: documents.bulkStatus }),
  'POST management/elasticsearch/reindex': storedFile,
  'POST management/fulltext/extract': storedFile,
  'POST management/thumbnails/recompute': storedFile,
  'POST management/pictures/recompute': storedFile,
  'POST management/check': says('Looks for contradictions', { 202: check }, { query: ['mend'] }),
  'GET management/check/{id}': says('What a look for contradictions found', { 200: check }),
  'GET management/people': says('The people who are suspended', { 200: people.users }, { query: paging }),
  'GET management/people/{user...}': says('What somebody signs in with', { 200: people.account }),
  'PUT management/people/{user...}': says(
    'Suspends somebody, or lets them in again',
    { 200: people.account },
    { body: fieldsOf({ isSuspended: boolean }) },
  ),
  'GET management/jobs': says('How long the queue is', {
    200: list(fieldsOf({ kind: string, state: string, count: integer })),
  }),
  'GET management/jobs/list': says('The latest jobs', { 200: list(entities.job) }, { query: ['state'] }),
  'POST management/jobs/{id}/again': says('Has a job that failed tried again', { 200: entities.job }),
  'DELETE management/jobs/{id}': says('Has a job that waits not run', { 200: entities.job }),
  'GET management/statistics': says('How much the repository holds', { 200: entities.statistics }),
  'GET management/servers': says('The servers of this database, as each last said it is', {
    200: list(entities.listedServer),
  }),
  'GET management/distribution': says('The version of the server', {
    200: fieldsOf({
      'entity-type': oneOf('serverInfo'),
      applicationName: string,
      applicationVersion: string,
      distributionName: string,
      distributionVersion: string,
      distributionDate: string,
      bundles: list(anyObject),
      warnings: list(anyObject),
      errors: list(anyObject),
    }),
  }),
  'GET management/page-providers': says('The page providers', {
    200: list(fieldsOf({ name: string, class: string, maxPageSize: integer })),
  }),
  'GET management/migration': says('The changes of the repository that wait for somebody to start them', {
    200: fieldsOf({ 'entity-type': oneOf('migrations'), entries: list(anyObject) }),
  }),
  'GET management/migration/{id}': says('How far such a change is', {}),
  'POST management/migration/{id}/probe': says('Whether such a change is needed', {}),
  'POST management/migration/{id}/run': says('Starts such a change', {}),
  'POST management/migration/{id}/run/{step}': says('Starts a step of such a change', {}),
  'DELETE management/blobs/orphaned': says('Removes files that no document has', {}),
  'DELETE management/binaries/orphaned': says('The same by its older name', {}),
  'DELETE management/versions/orphaned': says('Removes versions that no document and no proxy has', {
    200: documents.bulkStatus,
  }),
  'DELETE management/workflows/orphaned': says('Removes workflows that are over, or about nothing', {
    200: documents.bulkStatus,
  }),
  'GET management/configuration': says('How the server is set up', {
    200: fieldsOf({
      'entity-type': oneOf('configuration'),
      configuredProperties: anyObject,
      runtimeProperties: anyObject,
    }),
  }),
  'GET management/scheduler': says('What is scheduled', {
    200: fieldsOf({ 'entity-type': oneOf('schedules'), entries: list(anyObject) }),
  }),
  'PUT management/scheduler/start': says('Goes on with what is scheduled', {}),
  'PUT management/scheduler/stop': says('Suspends what is scheduled', {}),
  'POST management/work-manager/run-works-in-failure': says('Tries again what failed', {}),
  'GET management/stream': says('The streams', {}),
  'GET management/stream/{path...}': says('One part of the streams', {}),
  'PUT management/stream/{path...}': says('Changes a part of the streams', {}),
};
