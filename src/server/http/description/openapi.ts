/**
 * Makes the OpenAPI 3.1 document from the route table, the registry of operations, and the descriptions of addresses in
 * this folder.
 * Invariant, checked by description.test.ts: no route without a description, and no description without a route.
 */
import type { JsonObject } from '#wire/json.ts';
import type { OperationDescription } from '#wire/operation.ts';
import type { Route } from '../router.ts';
import {
  adapterDescriptions,
  conversionDescriptions,
  documentDescriptions,
  searchDescriptions,
  uploadDescriptions,
} from './document-descriptions.ts';
import * as documentEntities from './document-entities.ts';
import { automationDescriptions, describeRun, runAdapterDescriptions } from './operation-descriptions.ts';
import * as otherEntities from './other-entities.ts';
import * as peopleEntities from './people-entities.ts';
import {
  type Content,
  type Description,
  type Descriptions,
  headerParameters,
  type Parameter,
  queryParameters,
} from './says.ts';
import {
  peopleDescriptions,
  serverDescriptions,
  signInDescriptions,
  workflowDescriptions,
} from './server-descriptions.ts';
import { servletDescriptions } from './servlet-descriptions.ts';
import type { Component } from './shape.ts';

/** Below `/api/v1`, by method and pattern as in the route table. */
export const routeDescriptions: Descriptions = {
  ...documentDescriptions,
  ...searchDescriptions,
  ...uploadDescriptions,
  ...conversionDescriptions,
  ...automationDescriptions,
  ...peopleDescriptions,
  ...workflowDescriptions,
  ...signInDescriptions,
  ...serverDescriptions,
};

/** By method and the address after the document. */
export const allAdapterDescriptions: Descriptions = { ...adapterDescriptions, ...runAdapterDescriptions };

/** Addresses of documents, which are not in the route table. */
export const documentPatterns: readonly string[] = ['id/{id}', 'path/{path...}', 'bulk{id}'];

export interface Described {
  readonly routes: readonly Route[];
  readonly operations: readonly OperationDescription[];
  readonly basePath: string;
  readonly version: string;
}

export function openApi({ routes, operations, basePath, version }: Described): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const add = (method: string, pattern: string, description: Description): void => {
    const path = pattern.replaceAll('...}', '}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, description) };
  };
  for (const [key, description] of Object.entries(documentDescriptions)) {
    const [method, pattern] = splitKey(key);
    if (pattern.startsWith('@')) continue;
    add(method, `/api/v1/${pattern}`, description);
    if (pattern === 'id/{id}') add(method, '/api/v1/path/{path}', description);
  }
  for (const [key, description] of Object.entries(allAdapterDescriptions)) {
    const [method, pattern] = splitKey(key);
    add(method, `/api/v1/id/{id}/${pattern}`, description);
    add(method, `/api/v1/path/{path}/${pattern}`, description);
  }
  for (const { methods, pattern } of routes) {
    for (const method of methods) {
      const description = routeDescriptions[`${method} ${pattern}`];
      if (description) add(method, pathOf(pattern), description);
    }
  }
  for (const operation of operations) {
    const path = `/api/v1/automation/${operation.url}`;
    add('POST', path, describeRun(operation));
    if (operation.aliases) paths[path] = { ...paths[path], 'x-aliases': operation.aliases };
  }
  for (const [key, description] of Object.entries(servletDescriptions)) {
    const [method, path] = splitKey(key);
    add(method, path, description);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muniment',
      version,
      description: overview,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/' }],
    security: [{ basic: [] }, { bearer: [] }, { deviceToken: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(components.map(({ name, definition }) => [name, definition])),
      parameters: allParameters(),
      responses: { Refused: refused },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
        deviceToken: { type: 'apiKey', in: 'header', name: 'X-Authentication-Token' },
      },
    },
  };
}

const overview = [
  'The REST interface of a document repository, as clients of the Nuxeo Platform speak it.',
  '`/site/api/v1` is another spelling of `/api/v1`, and `/site/automation` of `/api/v1/automation`;',
  '`/api/v1/repo/{name}/…` names a repository. Header parameters may stand in the query too.',
  'Most adapters (`@…`) that answer documents may be followed by another one, and `bulk;id=…` by any.',
  'Fields may be added to entities. `x-aliases` are other names of operations.',
].join('\n');

/** Splits a key into method and pattern. */
export function splitKey(key: string): readonly [string, string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

/** Index searches are not below `/api/v1`. */
function pathOf(pattern: string): string {
  return pattern.startsWith('site/') ? `/${pattern}` : `/api/v1/${pattern}`;
}

/** Addresses that need no sign-in. */
const isOpen = /^\/(oauth2|nxonce|icons|health|runningstatus)/;

function operationOf(method: string, path: string, description: Description): JsonObject {
  const { summary, answers, body } = description;
  const contents = Object.entries(answers).map(([status, content]) => [
    status,
    { description: meanings[status] ?? 'Done', ...contentOf(content) },
  ]);
  return {
    operationId: `${method.toLowerCase()} ${path}`.replaceAll(/[^\w.]/g, '_'),
    summary,
    tags: [tagOf(path)],
    ...(isOpen.test(path) ? { security: [] } : {}),
    parameters: [...pathParameters(path), ...requestParameters(description)],
    ...(body ? { requestBody: contentOf(body) } : {}),
    responses: {
      ...Object.fromEntries(contents),
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const meanings: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted',
  204: 'Done; nothing to tell',
  206: 'A part of the file',
  302: 'Goes elsewhere',
  304: 'Not changed',
};

const refused: JsonObject = {
  description: 'Refused; 429 and 503 say in Retry-After when to come again',
  content: {
    'application/json': {
      schema: {
        anyOf: [documentEntities.exception.schema, documentEntities.validationReport.schema],
      },
    },
    '*/*': { schema: {} },
  },
};

function contentOf(content: Content): { readonly content?: JsonObject } {
  const types = Object.entries(content).map(([type, { schema }]) => [type, { schema }]);
  return types.length === 0 ? {} : { content: Object.fromEntries(types) };
}

function tagOf(path: string): string {
  const [, , , first = ''] = path.startsWith('/api/v1/') ? path.split('/') : ['', '', '', path.split('/')[1]];
  return /^(id|path|bulk\{id\})$/.test(first) ? 'documents' : first;
}

function pathParameters(path: string): readonly JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const isMatrix = path.includes('/bulk{id}');
    return {
      name,
      in: 'path',
      required: true,
      ...(isMatrix ? { style: 'matrix', explode: true } : {}),
      schema: isMatrix ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
    };
  });
}

function requestParameters({ query, required, headers }: Description): readonly JsonObject[] {
  return [
    ...[...new Set(query)].map((name) =>
      required.includes(name)
        ? { ...queryParameter(name, queryParameters[name]), required: true }
        : pointerTo(`query.${name}`),
    ),
    ...headers.map((name) => pointerTo(`header.${name}`)),
  ];
}

function pointerTo(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

function queryParameter(name: string, { schema, says }: Parameter): JsonObject {
  return { name, in: 'query', description: says, schema };
}

function allParameters(): JsonObject {
  const headers = Object.entries(headerParameters).map(([name, { schema, says }]) => [
    `header.${name}`,
    { name, in: 'header', description: says, schema },
  ]);
  const query = Object.entries(queryParameters).map(([name, one]) => [
    `query.${name}`,
    queryParameter(name, one),
  ]);
  return Object.fromEntries([...query, ...headers]);
}

const components: readonly Component<never>[] = [
  ...Object.values(documentEntities),
  ...Object.values(peopleEntities),
  ...Object.values(otherEntities),
].filter((one) => typeof one !== 'function');
