/**
 * A stock server of the Platform's 2023 line, for tests: our own server behind a small proxy that removes our additions and
 * behaves as was measured on a real one. `rules` has one rule for each difference.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';
import { SearchIndex } from './stock-index.ts';

export interface StockRequest {
  readonly method: string;
  /** Below `/nuxeo`, without parameters. */
  readonly path: string;
  readonly params: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

export interface Reply {
  readonly status: number;
  readonly body: Json;
}

interface Rule {
  readonly fact: string;
  readonly path: RegExp;
  readonly when?: (request: StockRequest) => boolean;
  /** Answers without the server. */
  readonly instead?: (request: StockRequest) => Reply;
  /** Changes the request. */
  readonly sent?: (request: StockRequest) => void;
  /** Changes the answer. */
  readonly answered?: (reply: Reply, request: StockRequest) => Reply;
}

const nobodysAddresses =
  /^\/(api\/v1\/(changes|hook|passkeys|second-factor|openapi\.json|me\/(sign-ins|file-addresses|confirmation|passkeys|second-factor)|management\/(people|jobs|statistics|servers|check))|nxonce|oauth2\/(providers|end_session|signed_out|external))(\/|$)/;
const ownEnrichers = ['childrenCount', 'quota'];
const ownProviders = /\/search\/pp\/faceted_search(\/|$)/;
const ownOperations = ['Document.MakeRecord', 'Document.SetRetention', 'Document.Hold', 'Document.Unhold'];
const search = /^\/api\/v1\/(search\/.*execute|query)$/;
const indexLimit = 10_000;
const headerLimit = 8_192;

const rules = (index: SearchIndex): readonly Rule[] => [
  {
    fact: 'Addresses of our server alone are not there.',
    path: nobodysAddresses,
    instead: ({ path }) => refusal(404, `Type not found: ${path.split('/')[3] ?? path}`),
  },
  {
    fact: 'Nor are its page providers,',
    path: ownProviders,
    instead: () => refusal(404, 'HTTP 404 Not Found'),
  },
  {
    fact: 'its enrichers (nothing is told of those that nobody knows),',
    path: /^\/api\/v1\//,
    sent: ({ headers }) => {
      const enrichers = headers['x-nxenrichers.document'];
      if (!isString(enrichers)) return;
      const known = enrichers.split(',').filter((name) => !ownEnrichers.includes(name.trim()));
      headers['x-nxenrichers.document'] = known.join(',');
    },
  },
  {
    fact: 'and its operations: one that is not there is no method of the address.',
    path: new RegExp(`/automation/(${ownOperations.join('|').replaceAll('.', '\\.')})(/|$)`),
    instead: () => refusal(405, 'HTTP 405 Method Not Allowed'),
  },
  {
    fact: 'What the server says that it can names none of them, and no mail server.',
    path: /^\/api\/v1\/capabilities$/,
    answered: ({ status, body }) => ({ status, body: without(body, 'fileAddresses', 'mail') }),
  },
  {
    fact: 'The catalogue names what is there.',
    path: /\/automation\/?$/,
    answered: ({ status, body }) => {
      if (!isJsonObject(body) || !Array.isArray(body.operations)) return { status, body };
      const operations = body.operations.filter(
        (one) => !(isJsonObject(one) && isString(one.id) && ownOperations.includes(one.id)),
      );
      return { status, body: { ...body, operations } };
    },
  },
  {
    fact: 'A written query has no filters with counts.',
    path: /\/search\/pp\/nxql_search(\/|$)/,
    answered: ({ status, body }) => ({ status, body: without(body, 'aggregates', 'aggregations') }),
  },
  {
    fact: 'A search is refused beyond the ten thousandth row of its index.',
    path: search,
    when: ({ params }) =>
      Number(params.get('offset') ?? 0) + Number(params.get('pageSize') ?? 0) > indexLimit,
    instead: () => refusal(500, 'Internal Server Error'),
  },
  {
    fact: 'The index has no text in lower case, nor entries of rights: ILIKE and ecm:acl/… find nothing, and say nothing.',
    path: search,
    when: ({ params }) => / ilike |\becm:acl\//i.test(params.get('query') ?? ''),
    sent: ({ params }) => {
      params.set('query', "SELECT * FROM Document WHERE ecm:uuid = '00000000-0000-0000-0000-000000000000'");
      params.delete('queryParams');
    },
  },
  {
    fact: 'A search says how far its index goes.',
    path: search,
    answered: ({ status, body }) => ({
      status,
      body: isJsonObject(body) && status === 200 ? { ...body, resultsCountLimit: indexLimit } : body,
    }),
  },
  {
    fact: 'A search for a property that does not exist finds nothing; one that cannot be read names its place in words.',
    path: search,
    answered: (reply, { params }) => {
      const infos = isJsonObject(reply.body) && Array.isArray(reply.body.infos) ? reply.body.infos : [];
      if (reply.status !== 400 || infos.length === 0) return reply;
      if (!infos.some((info) => isString(info) && info.includes('Syntax error')))
        return { status: 200, body: nothingFound };
      return refusal(400, `Query: ${params.get('query')}, ${String(infos[0])}`);
    },
  },
  {
    fact: 'Refusals have no more than a status and a message.',
    path: /./,
    answered: ({ status, body }) => ({
      status,
      body:
        isJsonObject(body) && body['entity-type'] === 'exception'
          ? without(body, 'code', 'infos', 'statusCode')
          : body,
    }),
  },
  {
    fact: 'Saved searches come without a count,',
    path: /^\/api\/v1\/search\/saved$/,
    answered: ({ status, body }) => ({
      status,
      body: without(body, 'totalSize', 'resultsCount', 'numberOfPages', 'isNextPageAvailable'),
    }),
  },
  {
    fact: 'and tasks page by page, counted by `resultsCount` alone.',
    path: /^\/api\/v1\/task$/,
    answered: ({ status, body }) => ({ status, body: without(body, 'totalSize') }),
  },
  {
    fact: 'People and groups come by login or id, whatever order is asked for.',
    path: /^\/api\/v1\/(user\/search|group\/search|group\/.*\/@users)$/,
    sent: ({ params }) => params.delete('sortBy'),
  },
  {
    fact: 'A bulk action does not name what it failed at.',
    path: /^\/api\/v1\/bulk\//,
    answered: ({ status, body }) => ({ status, body: without(body, 'errors') }),
  },
  {
    fact: 'Searches lag up to a second behind what was written without waiting for the index.',
    path: /^\/api\/v1\//,
    answered: (reply, request) =>
      search.test(request.path) ? index.answer(request, reply) : index.note(request, reply),
  },
];

const nothingFound: JsonObject = {
  'entity-type': 'documents',
  isPaginable: true,
  resultsCount: 0,
  pageSize: 40,
  currentPageSize: 0,
  currentPageIndex: 0,
  numberOfPages: 0,
  entries: [],
};

function refusal(status: number, message: string): Reply {
  return { status, body: { 'entity-type': 'exception', status, message } };
}

function without(body: Json, ...names: readonly string[]): Json {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** @param origin of the server behind it */
export async function startStockServer(
  origin: string,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const all = rules(new SearchIndex());
  const server = createServer((incoming, response) => {
    pass(origin, all, incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || isString(address)) throw new Error('The stand-in has no port');
  return {
    origin: `http://localhost:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pass(
  origin: string,
  all: readonly Rule[],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming;
  // Its front end accepts 8 kB of address and headers, and refuses more with a page of its own.
  if (url.length + incoming.rawHeaders.join('..').length > headerLimit) {
    response.writeHead(400, { 'Content-Type': 'text/html' }).end('<h1>HTTP Status 400 – Bad Request</h1>');
    return;
  }
  const { pathname, searchParams: params } = new URL(url, origin);
  const stockRequest: StockRequest = { method, path: pathname.replace(/^\/nuxeo/, ''), params, headers };
  const own = pathname.startsWith('/nuxeo/') && method !== 'OPTIONS';
  const applying = own
    ? all.filter(({ path, when }) => path.test(stockRequest.path) && (when?.(stockRequest) ?? true))
    : [];
  const instead = applying.find((rule) => rule.instead !== undefined)?.instead?.(stockRequest);
  if (instead !== undefined) {
    incoming.resume();
    send(response, instead, corsOf(headers));
    return;
  }
  const before = params.toString();
  for (const { sent } of applying) sent?.(stockRequest);
  const target = params.toString() === before ? url : `${pathname}?${params}`;
  const upstream = await ask(new URL(origin), target, incoming, applying.length > 0);
  const { statusCode: status = 502, headers: upstreamHeaders } = upstream;
  const isJson = (upstreamHeaders['content-type'] ?? '').includes('json');
  if (
    isJson &&
    !('content-disposition' in upstreamHeaders) &&
    applying.some(({ answered }) => answered !== undefined)
  ) {
    const text = (await buffer(upstream)).toString();
    const start: Reply = { status, body: text === '' ? null : JSON.parse(text) };
    const reply = applying.reduce(
      (so_far, { answered }) => answered?.(so_far, stockRequest) ?? so_far,
      start,
    );
    const { 'content-length': _length, etag: _etag, ...otherHeaders } = upstreamHeaders;
    send(response, reply, otherHeaders);
    return;
  }
  const range = /^bytes=\d+-(\d+)$/.exec(headers.range ?? '')?.[1];
  const [, first, last, length] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(upstreamHeaders['content-range'] ?? '') ?? [];
  if (range !== undefined && first !== undefined && Number(range) > Number(last)) {
    // A range that ends beyond the file is announced whole, but the missing bytes never come.
    response.writeHead(status, {
      ...upstreamHeaders,
      'content-range': `bytes ${first}-${range}/${length}`,
      'content-length': String(Number(range) - Number(first) + 1),
    });
    upstream.on('end', () => response.destroy());
    upstream.pipe(response, { end: false });
    return;
  }
  response.writeHead(status, upstreamHeaders);
  upstream.pipe(response);
  response.on('close', () => upstream.destroy());
}

/** Asks for an uncompressed answer if it may have to be changed. */
function ask(origin: URL, path: string, incoming: IncomingMessage, plain: boolean): Promise<IncomingMessage> {
  const { method, headers } = incoming;
  const { 'accept-encoding': encoding, ...others } = headers;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: origin.hostname,
        port: origin.port,
        method,
        path,
        headers: plain || encoding === undefined ? others : headers,
      },
      resolve,
    );
    sent.on('error', reject);
    incoming.on('aborted', () => sent.destroy());
    incoming.pipe(sent);
  });
}

function send(response: ServerResponse, { status, body }: Reply, headers: IncomingMessage['headers']): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' });
  response.end(body === null ? '' : JSON.stringify(body));
}

function corsOf({ origin }: IncomingMessage['headers']): IncomingMessage['headers'] {
  return origin === undefined ? {} : { 'access-control-allow-origin': origin };
}
