/** The parts of an address's description: parameters, bodies and answers. */
import type { JsonObject } from '#wire/json.ts';
import { type Component, either, integer, list, oneOf, type Shape, string } from './shape.ts';

/** By media type; empty for no body. */
export type Content = Readonly<Record<string, Shape<never>>>;

/** A shape alone means JSON. */
type Answer = Shape<never> | Content;

export interface Description {
  readonly summary: string;
  readonly answers: Readonly<Record<number, Content>>;
  readonly query: readonly QueryName[];
  readonly required: readonly QueryName[];
  readonly headers: readonly HeaderName[];
  readonly body: Content | undefined;
}

export type Descriptions = Readonly<Record<string, Description>>;

interface RequestDescription {
  readonly query?: readonly QueryName[];
  readonly required?: readonly QueryName[];
  readonly headers?: readonly HeaderName[];
  readonly body?: Answer;
}

export function says(
  summary: string,
  answers: Readonly<Record<number, Answer>>,
  { query = [], required = [], headers = [], body }: RequestDescription = {},
): Description {
  const contents = Object.entries(answers).map(([status, answer]) => [status, contentOf(answer)]);
  return {
    summary,
    answers: Object.fromEntries(contents),
    query: [...required, ...query],
    required,
    headers,
    body: body && contentOf(body),
  };
}

function contentOf(answer: Answer): Content {
  return isShape(answer) ? { 'application/json': answer } : answer;
}

function isShape(answer: Answer): answer is Shape<never> {
  return 'schema' in answer;
}

export const nothing: Content = {};
export const text: Content = { 'text/plain': string };
export const page: Content = { 'text/html': string };
const binary: Shape<never> = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };
export const file: Content = { '*/*': binary };
export const form: Content = { 'multipart/form-data': { schema: { type: 'object' } } };

/** The answers of all downloads. */
export const download = { 200: file, 206: file, 304: nothing };

/** An entity in a request: all fields are optional except the named ones. */
export function sent<T>(entity: Component<T>, ...needed: readonly (string & keyof T)[]): Shape<never> {
  return { schema: { ...entity.definition, required: ['entity-type', ...needed] } };
}

const word = string.schema;
const number = integer.schema;
const words = list(string).schema;
const flag = either(oneOf('true'), oneOf('false')).schema;

const query = {
  age: { schema: number, says: 'milliseconds ago from which on changes are sent' },
  open: { schema: words, says: 'those of the places that are documents whose pages are open' },
  actors: { schema: words, says: 'names, separated by commas' },
  annotationIds: { schema: words, says: 'ids of annotations' },
  application: { schema: word, says: 'the application that a token is for' },
  applicationName: { schema: word, says: 'the application that a token is for' },
  category: { schema: words, says: 'categories of events' },
  changeToken: { schema: word, says: 'makes the answer one that may be kept' },
  client_id: { schema: word, says: 'the client that asks' },
  code_challenge: { schema: word, says: 'PKCE (RFC 7636)' },
  code_challenge_method: { schema: word, says: 'PKCE (RFC 7636)' },
  comment: { schema: word, says: 'what the audit trail is to tell' },
  converter: { schema: word, says: 'the converter by its name' },
  currentPageIndex: { schema: number, says: 'the page, from 0' },
  delegatedActors: { schema: words, says: 'names, separated by commas' },
  deviceDescription: { schema: word, says: 'the device in words' },
  deviceId: { schema: word, says: 'the device that a token is for' },
  endEventDate: { schema: word, says: 'events until then' },
  eventId: { schema: words, says: 'kinds of events' },
  format: { schema: word, says: 'the form that is wanted, as an ending of file names' },
  from: { schema: number, says: 'the first hit, from 0' },
  fullText: { schema: word, says: 'words to be found' },
  id: { schema: word, says: 'one of several' },
  highlight: { schema: words, says: 'fields whose matches are marked' },
  info: { schema: word, says: '`started`, `probe`' },
  inline: { schema: flag, says: 'to be shown, not kept' },
  key: { schema: word, says: 'the probe' },
  maxResults: { schema: number, says: 'how many at most, over all pages' },
  mend: { schema: flag, says: 'mend what can be mended' },
  name: { schema: word, says: 'the name of the document to come' },
  offset: { schema: number, says: 'the first entry, in place of the page' },
  orderBy: { schema: word, says: 'fields and directions, as in NXQL' },
  pageProvider: { schema: word, says: 'a page provider' },
  pageSize: { schema: number, says: 'entries of a page; all that may be given at once when 0' },
  place: { schema: words, says: 'paths of documents' },
  path: { schema: word, says: 'where in the document the file is' },
  permission: { schema: word, says: '`r` or `rw`' },
  pretty: { schema: flag, says: 'indented' },
  principalName: { schema: words, says: 'people' },
  q: { schema: word, says: 'a part of names; `*` is any' },
  query: { schema: word, says: 'NXQL' },
  queryLimit: { schema: number, says: 'documents at most' },
  queryParams: { schema: words, says: 'values for the question marks of a query' },
  quickFilters: { schema: words, says: 'filters of the page provider' },
  redirect_uri: { schema: word, says: 'where the browser goes then' },
  response_type: { schema: word, says: '`code`' },
  revoke: { schema: flag, says: 'end the token' },
  size: { schema: number, says: 'hits at most' },
  sortBy: { schema: words, says: 'fields' },
  sortOrder: { schema: words, says: '`asc` or `desc`, for each field' },
  startEventDate: { schema: word, says: 'events from then on' },
  state: { schema: word, says: 'comes back as it is' },
  type: { schema: word, says: 'a document type, or a media type for conversions' },
  types: { schema: words, says: 'kinds of directories' },
  userId: { schema: word, says: 'whose tasks' },
  workflowInstanceId: { schema: word, says: 'a workflow under way' },
  workflowModelName: { schema: word, says: 'a workflow model' },
  xpath: { schema: word, says: 'a property' },
} as const satisfies Readonly<Record<string, Parameter>>;

export type QueryName = keyof typeof query;
export const queryParameters: Readonly<Record<QueryName, Parameter>> = query;

export const headerParameters = {
  properties: { schema: words, says: 'schemas whose properties are shown; `*` for all' },
  'enrichers-document': { schema: words, says: 'what else an answer holds about a document' },
  'enrichers-user': { schema: words, says: 'what else an answer holds about a person' },
  'fetch-document': { schema: words, says: 'references of documents that are shown whole' },
  'fetch-group': { schema: words, says: '`memberUsers`, `memberGroups`, `parentGroups`' },
  'fetch-task': { schema: words, says: 'references of tasks that are shown whole' },
  'fetch-directoryEntry': { schema: words, says: '`parent`' },
  'fetch-schema': { schema: words, says: '`fields`: with constraints' },
  'translate-directoryEntry': { schema: words, says: '`label`' },
  depth: {
    schema: oneOf('root', 'children', 'max').schema,
    says: 'how deep documents in documents are shown',
  },
  'X-NXRepository': { schema: word, says: 'the repository, if not the first' },
  'X-NXVoidOperation': { schema: flag, says: 'no answer is wanted' },
  'X-Versioning-Option': { schema: oneOf('none', 'minor', 'major').schema, says: 'the version to be made' },
  'Update-Comment': { schema: word, says: 'what the audit trail is to tell' },
  'X-Batch-No-Drop': { schema: flag, says: 'keep the uploaded files' },
  'X-File-Name': { schema: word, says: 'percent-encoded' },
  'X-File-Type': { schema: word, says: 'the media type' },
  'X-File-Size': { schema: number, says: 'of all pieces together' },
  'X-Upload-Type': { schema: oneOf('normal', 'chunked').schema, says: 'whole or in pieces' },
  'X-Upload-Chunk-Index': { schema: number, says: 'the piece, from 0' },
  'X-Upload-Chunk-Count': { schema: number, says: 'how many pieces' },
  Range: { schema: word, says: 'a part of the file' },
  'If-None-Match': { schema: word, says: 'only if it is another one' },
} as const satisfies Readonly<Record<string, Parameter>>;

export interface Parameter {
  readonly schema: JsonObject;
  readonly says: string;
}

export type HeaderName = keyof typeof headerParameters;

export const paging = ['pageSize', 'currentPageIndex', 'offset'] as const satisfies readonly QueryName[];
export const searching = [
  ...paging,
  'sortBy',
  'sortOrder',
  'queryParams',
  'quickFilters',
  'highlight',
  'maxResults',
] as const satisfies readonly QueryName[];
export const reading = [
  'properties',
  'enrichers-document',
  'fetch-document',
  'translate-directoryEntry',
  'depth',
  'X-NXRepository',
] as const satisfies readonly HeaderName[];
export const ranges = ['Range', 'If-None-Match'] as const satisfies readonly HeaderName[];
