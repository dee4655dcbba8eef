/** Describes the addresses of documents and their adapters, of searches, uploads and bulk commands. */
import * as entities from './document-entities.ts';
import * as others from './other-entities.ts';
import {
  type Descriptions,
  download,
  file,
  form,
  nothing,
  page,
  paging,
  ranges,
  reading,
  says,
  searching,
  sent,
  text,
} from './says.ts';
import { anyObject, either, fieldsOf, integer, list, oneOf, string } from './shape.ts';

const { document, documents, bulkStatus } = entities;
const made = sent(document, 'type', 'title');
const found = { headers: reading, query: searching };
const newDocument = { schema: { ...made.schema, required: ['entity-type', 'type', 'name'] } };

export const documentDescriptions: Descriptions = {
  'GET id/{id}': says('Reads a document', { 200: document }, { headers: reading }),
  'POST id/{id}': says(
    'Makes a document in this one',
    { 201: document },
    { headers: reading, body: newDocument },
  ),
  'PUT id/{id}': says(
    'Changes a document',
    { 200: document },
    { headers: [...reading, 'X-Versioning-Option', 'Update-Comment'], body: sent(document) },
  ),
  'DELETE id/{id}': says('Removes a document and all that it holds', { 204: nothing }),
  'GET @emptyWithDefault': says(
    'A new document of a type that is not saved yet',
    { 200: document },
    { headers: reading, required: ['type'], query: ['name'] },
  ),
  'GET bulk{id}': says('Reads several documents', { 200: documents }, { headers: reading }),
  'PUT bulk{id}': says(
    'Changes several documents',
    { 200: documents },
    { headers: reading, body: sent(document) },
  ),
  'DELETE bulk{id}': says('Removes several documents', { 200: nothing }),
};

/** After `id/{id}` and `path/{path}`; most of those that answer documents can be followed by another adapter. */
export const adapterDescriptions: Descriptions = {
  'GET @children': says('What stands directly in a folder', { 200: documents }, found),
  'GET @pp': says(
    'A page provider with this document, by default of what it holds',
    { 200: documents },
    found,
  ),
  'GET @pp/{provider}': says('A page provider with this document', { 200: documents }, found),
  'GET @search': says(
    'A search that begins here',
    { 200: documents },
    { headers: reading, query: ['query', 'fullText', 'orderBy', ...searching] },
  ),
  'GET @blob': says('The main file', download, { headers: ranges }),
  'PUT @blob': says('Replaces the main file', { 200: text }, { body: form }),
  'DELETE @blob': says('Removes the main file', { 204: nothing }),
  'GET @blob/{xpath...}': says('The file of a property', download, { headers: ranges, query: ['inline'] }),
  'PUT @blob/{xpath...}': says('Replaces the file of a property', { 200: text }, { body: form }),
  'DELETE @blob/{xpath...}': says('Removes the file of a property', { 204: nothing }),
  'GET @convert': says('The file in another form', download, {
    headers: ranges,
    query: ['converter', 'type', 'format'],
  }),
  'POST @convert': says(
    'The file in another form, now or with `async` later',
    {
      ...download,
      202: fieldsOf({
        'entity-type': string,
        conversionId: string,
        pollingURL: string,
        resultURL: string,
      }),
    },
    { body: anyObject },
  ),
  'GET @rendition/{name}': says('Another face of a document', download, {
    headers: ranges,
    query: ['changeToken'],
  }),
  'GET @preview': says('Something that a browser can show', download, { headers: ranges }),
  'GET @acl': says('Who may do what', { 200: entities.acls }),
  'GET @audit': says(
    'What happened, newest first',
    { 200: { 'application/json': entities.logEntries, 'text/csv': string } },
    {
      query: [
        ...paging,
        'eventId',
        'category',
        'principalName',
        'startEventDate',
        'endEventDate',
        'sortBy',
        'sortOrder',
      ],
    },
  ),
  'GET @comment': says('The comments on a document', { 200: entities.comments }, { query: paging }),
  'POST @comment': says(
    'Comments on a document',
    { 201: entities.comment },
    { body: sent(entities.comment, 'text') },
  ),
  'GET @comment/{comment}': says('Reads a comment', { 200: entities.comment }),
  'PUT @comment/{comment}': says(
    'Changes a comment',
    { 200: entities.comment },
    { body: sent(entities.comment) },
  ),
  'DELETE @comment/{comment}': says('Removes a comment', { 204: nothing }),
  'GET @comment/external/{entity...}': says('A comment by the id of another system', {
    200: entities.comment,
  }),
  'PUT @comment/external/{entity...}': says(
    'Changes a comment by the id of another system',
    { 200: entities.comment },
    { body: sent(entities.comment) },
  ),
  'DELETE @comment/external/{entity...}': says('Removes a comment by the id of another system', {
    204: nothing,
  }),
  'GET @annotation': says('The annotations of a file', { 200: entities.annotations }, { query: ['xpath'] }),
  'POST @annotation': says('Annotates a file', { 201: entities.comment }, { body: sent(entities.comment) }),
  'GET @annotation/comments': says(
    'The comments on annotations',
    { 200: entities.comments },
    { required: ['annotationIds'] },
  ),
  'POST @annotation/comments': says(
    'The comments on annotations',
    { 200: entities.comments },
    { body: list(string) },
  ),
  'GET @annotation/{annotation}': says('Reads an annotation', { 200: entities.comment }),
  'PUT @annotation/{annotation}': says(
    'Changes an annotation',
    { 200: entities.comment },
    { body: sent(entities.comment) },
  ),
  'DELETE @annotation/{annotation}': says('Removes an annotation', { 204: nothing }),
  'GET @annotation/external/{entity...}': says('An annotation by the id of another system', {
    200: entities.comment,
  }),
  'PUT @annotation/external/{entity...}': says(
    'Changes an annotation by the id of another system',
    { 200: entities.comment },
    { body: sent(entities.comment) },
  ),
  'DELETE @annotation/external/{entity...}': says('Removes an annotation by the id of another system', {
    204: nothing,
  }),
  'GET @workflow': says('The workflows under way on a document', { 200: others.workflows }),
  'POST @workflow': says(
    'Starts a workflow on a document',
    { 201: others.workflow },
    { body: sent(others.workflow, 'workflowModelName') },
  ),
  'GET @workflow/{workflow}/task': says('The tasks of a workflow on a document', { 200: others.tasks }),
  'GET @task': says(
    'The tasks on a document',
    { 200: others.tasks },
    { headers: ['fetch-task'], query: ['userId', 'workflowInstanceId', 'workflowModelName'] },
  ),
  'PUT @task/{task}/{action}': says('Ends a task', { 200: others.task }, { body: sent(others.task) }),
  'GET @emptyWithDefault': says(
    'A new document in this one that is not saved yet',
    { 200: document },
    { headers: reading, required: ['type'], query: ['name'] },
  ),
};

export const searchDescriptions: Descriptions = {
  'GET search/execute': says(
    'Runs a query',
    { 200: documents },
    { ...found, query: ['query', ...searching] },
  ),
  'GET search/lang/{language}/execute': says(
    'Runs a query',
    { 200: documents },
    { ...found, query: ['query', ...searching] },
  ),
  'GET search/pp/{provider}/execute': says(
    'Runs a page provider',
    { 200: either(documents, entities.foundPeople) },
    found,
  ),
  'GET search/pp/{provider}': says('How a page provider is made', {
    200: either(anyObject, { schema: { type: 'null' } }),
  }),
  'GET search/saved': says(
    'The searches that people have saved',
    { 200: entities.savedSearches },
    { query: ['pageProvider', ...paging] },
  ),
  'POST search/saved': says(
    'Saves a search',
    { 200: entities.savedSearch },
    { body: sent(entities.savedSearch, 'title') },
  ),
  'GET search/saved/{id}': says('Reads a saved search', { 200: entities.savedSearch }),
  'PUT search/saved/{id}': says(
    'Changes a saved search',
    { 200: entities.savedSearch },
    { body: sent(entities.savedSearch) },
  ),
  'DELETE search/saved/{id}': says('Removes a saved search', { 204: nothing }),
  'GET search/saved/{id}/execute': says('Runs a saved search', { 200: documents }, found),
  'POST search/bulk/{action}': says(
    'Does something to all that a query finds',
    { 202: bulkStatus },
    { required: ['query'], query: ['queryLimit'], body: anyObject },
  ),
  'POST search/lang/NXQL/bulk/{action}': says(
    'Does something to all that a query finds',
    { 202: bulkStatus },
    { required: ['query'], query: ['queryLimit'], body: anyObject },
  ),
  'POST search/pp/{provider}/bulk/{action}': says(
    'Does something to all that a page provider finds',
    { 202: bulkStatus },
    { query: ['queryParams', 'queryLimit'], body: anyObject },
  ),
  'POST search/saved/{id}/bulk/{action}': says(
    'Does something to all that a saved search finds',
    { 202: bulkStatus },
    { query: ['queryLimit'], body: anyObject },
  ),
  ...indexSearches('site/es/_search'),
  ...indexSearches('site/es/{index}/_search'),
  ...indexSearches('site/es/{index}/{type}/_search'),
  'GET query': says('Runs a query', { 200: documents }, { ...found, query: ['query', ...searching] }),
  'GET query/{name}': says(
    'Runs a query or a page provider',
    { 200: either(documents, entities.foundPeople) },
    { ...found, query: ['query', ...searching] },
  ),
  'GET bulk/{id}': says('How far work on many documents is', { 200: bulkStatus }),
  'PUT bulk/{id}/abort': says('Stops work on many documents', { 200: bulkStatus }),
};

function indexSearches(pattern: string): Descriptions {
  const answers = {
    200: fieldsOf({
      took: integer,
      timed_out: oneOf(true, false),
      hits: { schema: { type: 'object', required: ['total', 'hits'] } },
      aggregations: { optional: { schema: { type: 'object' } } },
    }),
  };
  return {
    [`GET ${pattern}`]: says('Searches an index', answers, { query: ['q', 'size', 'from'] }),
    [`POST ${pattern}`]: says('Searches an index', answers, { body: anyObject }),
  };
}

const batchFiles = fieldsOf({
  provider: string,
  batchId: string,
  fileEntries: list(others.batchFile),
});

const legacyUpload = says(
  'Takes a file, in a batch that the caller may name',
  { 200: { 'application/json': anyObject, ...page } },
  { body: { ...file, ...form } },
);
const legacyFiles = says('The files of a batch', {
  200: list(fieldsOf({ name: string, size: integer })),
});
const legacyDrop = says('Removes a batch', {
  200: fieldsOf({ batchId: string, dropped: oneOf('true') }),
});

export const uploadDescriptions: Descriptions = {
  'POST upload': says('Opens a batch', { 201: others.batch }),
  'GET upload/handlers': says('Ways of uploading', { 200: anyObject }),
  'GET upload/handlers/{name}': says('A way of uploading', { 200: anyObject }),
  'POST upload/new/{handler}': says('Opens a batch with a handler', { 200: batchFiles }),
  'POST upload/{batch}/{index}/complete': says('Ends an upload past this server', {}),
  'POST upload/{batch}/refreshToken': says('Gives a new token for an upload past this server', {}),
  'GET upload/{batch}/info': says('A batch and its files', { 200: batchFiles }),
  'GET upload/{batch}': says('The files of a batch', { 200: list(others.batchFile), 204: nothing }),
  'DELETE upload/{batch}': says('Removes a batch', { 204: nothing }),
  'GET upload/{batch}/{index}': says('A file of a batch; 202 while pieces are missing', {
    200: others.batchFile,
    202: others.batchFile,
  }),
  'POST upload/{batch}/{index}': says(
    'Takes a file or a piece of one; 202 while pieces are missing',
    { 201: others.uploadResult, 202: others.uploadResult },
    {
      headers: [
        'X-File-Name',
        'X-File-Type',
        'X-File-Size',
        'X-Upload-Type',
        'X-Upload-Chunk-Index',
        'X-Upload-Chunk-Count',
      ],
      body: file,
    },
  ),
  'DELETE upload/{batch}/{index}': says('Removes a file of a batch', { 204: nothing }),
  'POST batch/upload': legacyUpload,
  'GET batch/files/{batch}': legacyFiles,
  'GET batch/drop/{batch}': legacyDrop,
  'POST automation/batch/upload': legacyUpload,
  'GET automation/batch/files/{batch}': legacyFiles,
  'GET automation/batch/drop/{batch}': legacyDrop,
};

const conversionStatus = says('Whether a conversion is made', {
  200: fieldsOf({
    'entity-type': string,
    conversionId: string,
    status: string,
    resultURL: string,
  }),
});
const conversionResult = says('What a conversion made', download, { headers: ranges });

export const conversionDescriptions: Descriptions = {
  'GET conversions/{id}/poll': conversionStatus,
  'GET conversions/{id}/result': conversionResult,
  'GET conversion/{id}/poll': conversionStatus,
  'GET conversion/{id}/result': conversionResult,
};
