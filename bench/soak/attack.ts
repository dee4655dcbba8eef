/**
 * Random requests and queries: every address and operation in the interface's description, with valid and invalid values,
 * sent by an anonymous caller, a member and an administrator. The server must refuse bad ones with a message of its own, at
 * once, and keep serving everybody else.
 */
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { brokenQueries, looseQueries, validQueries } from '#nxql/generate.test-support.ts';
import { vocabularyOf } from '#server/core/search/query-vocabulary.ts';
import { TypeRegistry } from '#server/core/types/registry.ts';
import { randomFrom } from '#server/testing/races/random.test-support.ts';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import { Seed } from '../../e2e/seed.ts';
import type { Server } from '../../e2e/server.ts';
import { hostileTexts, oneOf, type Random, type Texts, valueFor } from './hostile-values.ts';
import { growth, neighbourOf, sizeOf, slowness, turnsOf } from './neighbour.ts';
import { contradictions, openPlace } from './place.ts';

const callers = 4;
const longest = 2_000 * slowness;
const mostFaultsShown = 20;
const people = [null, 'mona:mona', 'mona:mona', 'Administrator:Administrator'];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly JsonObject[];
  readonly body: JsonObject | undefined;
}

interface Tally {
  readonly statuses: Map<number, number>;
  readonly faults: string[];
  slowest: number;
}

export async function attackSoak(
  engine: string,
  requests: number,
  queries: number,
  seed: number,
): Promise<readonly string[]> {
  const place = await openPlace(engine);
  try {
    const server = await place.start();
    const known = await openTarget(server);
    const { operations, description } = await describedOperations(server);
    const asking = (count: number, first: number): Iterator<Call> =>
      (function* () {
        for (let index = first; index < first + count; index++)
          yield callFrom(operations, description, known, randomOf(seed, index));
      })();
    // Warm up: code and caches that are built once must not count as growth.
    const warm = Math.min(requests, 3_000);
    const faults = [...(await send(server, asking(warm, 0), 'warming up'))];
    const before = await sizeOf(server.pid);
    const neighbour = neighbourOf(server);
    const begun = Date.now();
    faults.push(...(await send(server, asking(requests - warm, warm), 'requests')));
    faults.push(...(await send(server, queriesFrom(queries, seed), 'queries')));
    faults.push(...(await neighbour.leave()), ...(await turnsOf(place, begun)));
    faults.push(...growth(before, await sizeOf(server.pid)));
    faults.push(
      ...server.log
        .filter((line) => /\berror\b/i.test(line) && !line.includes('"source":"operation"'))
        .slice(0, mostFaultsShown),
    );
    await server.end();
    return [...faults, ...(await contradictions(place))];
  } finally {
    await place.remove();
  }
}

/** Mixes the seed, so that consecutive ones give different values. */
function randomOf(seed: number, index: number): Random {
  const random = randomFrom(Math.imul(seed * 1_000_003 + index, 0x9e3779b1));
  for (let round = 0; round < 4; round++) random();
  return random;
}

// ------------------------------------------------------------------------------------------------ the target

/** Values for a parameter or part of an address by its name, and values for any place. */
interface Known {
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly all: readonly string[];
}

/** Creates a few documents, people and settings of each kind. */
async function openTarget({ origin }: Server): Promise<Known> {
  const seed = new Seed(origin);
  await seed.user('mona');
  // May be deleted or locked out by calls; mona must stay, as she sends them.
  await seed.user('victim');
  await seed.json('POST', '/group', { 'entity-type': 'group', groupname: 'harbour', memberUsers: ['mona'] });
  const target = '/default-domain/workspaces/target';
  const workspace = await seed.document('/default-domain/workspaces', 'Workspace', 'target');
  const params = { user: 'mona', permission: 'Everything' };
  await seed.json('POST', `/path${target}/@op/Document.AddPermission`, { params });
  const ids = [workspace];
  for (const type of ['Folder', 'Note', 'Collection', 'Picture'])
    ids.push(await seed.document(target, type, type.toLowerCase()));
  ids.push(await seed.file(target, 'lease.txt', 'The lease of the harbour\n'.repeat(50), 'text/plain'));
  const named = new Map([
    ['id', ids],
    ['path', [target, `${target}/note`, `${target}/lease.txt`].map((path) => path.slice(1))],
    ['place', ['file:content', 'file:content/lease.txt', 'blobholder:0']],
    ['xpath', ['file:content', 'files:files/0/file', 'blobholder:0']],
    ['batch', [String((await seed.json('POST', '/upload')).batchId)]],
    ['index', ['0', '1']],
    ['user', ['victim', 'nobody']],
    ['group', ['harbour', 'members']],
    ['name', ['victim', 'harbour', 'nature', 'File', 'dublincore', 'Folderish', 'thumbnail', 'pdf']],
    ['repository', ['default']],
    ['language', ['NXQL']],
    ['provider', ['document_content', 'CURRENT_DOC_CHILDREN', 'default_search', 'nxql_search']],
    ['operation', ['Document.Query', 'Document.Update', 'RunOperationOnList', 'Blob.ToPDF', 'Nowhere']],
    ['action', ['setProperties', 'csvExport', 'trash', 'index', 'start_review', 'validate']],
    [
      'query',
      ['SELECT * FROM Document', "SELECT dc:title, COUNT(ecm:uuid) FROM File WHERE dc:title LIKE 'le%'"],
    ],
    ['input', [...ids, target, `docs:${ids.join(',')}`]],
    ['value', [...ids, target, 'victim', 'dc:title', 'Read', 'Comment', 'text/plain', 'application/pdf']],
    ['sortBy', ['dc:title', 'ecm:path', 'dc:created']],
    ['type', ['File', 'Note', 'application/pdf', 'text/plain']],
    ['workflowModelName', ['SerialDocumentReview', 'ParallelDocumentReview']],
  ]);
  return { named, all: [...named.values()].flat() };
}

async function describedOperations({
  origin,
}: Server): Promise<{ operations: readonly Operation[]; description: JsonObject }> {
  const description = await new Seed(origin).json('GET', '/openapi.json');
  const { paths } = description;
  const operations = Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      if (!isJsonObject(operation)) return [];
      const { parameters, requestBody } = operation;
      const content =
        isJsonObject(requestBody) && isJsonObject(requestBody.content) ? requestBody.content : {};
      const json = content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        parameters: (Array.isArray(parameters) ? parameters : []).flatMap((one) => {
          const found = resolved(description, one);
          return isJsonObject(found) ? [found] : [];
        }),
        body: isJsonObject(json) && isJsonObject(json.schema) ? json.schema : undefined,
      };
    }),
  );
  return { operations, description };
}

function resolved(description: JsonObject, value: Json | undefined): Json | undefined {
  if (!isJsonObject(value) || typeof value.$ref !== 'string') return value;
  let found: Json | undefined = description;
  for (const name of value.$ref.split('/').slice(1)) found = isJsonObject(found) ? found[name] : undefined;
  return found;
}

// ------------------------------------------------------------------------------------------------ making requests

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const types = [
  'application/json+nxrequest',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/related; boundary=x',
  '',
];

function callFrom(
  operations: readonly Operation[],
  description: JsonObject,
  known: Known,
  random: Random,
): Call {
  const { method, path, parameters, body } = oneOf(operations, random);
  const text = (name: string): string =>
    random() < 0.8 ? oneOf(known.named.get(name) ?? known.all, random) : oneOf(hostileTexts, random);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    const value = text(name)
      .split('/')
      .map(encodeURIComponent)
      .join(name === 'path' ? '/' : '%2F');
    return path.includes('/bulk{id}') ? `;id=${value};id=${encodeURIComponent(text(name))}` : value;
  });
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: where, required, schema } of parameters) {
    if (where === 'path' || (required !== true && random() < 0.7)) continue;
    const value = valueFor(schema, (inner) => text(inner ?? String(name)), random);
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    if (where === 'query') query.append(String(name), written);
    // Only characters that a header may have.
    else headers[String(name)] = written.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 500);
  }
  if (random() < 0.05) query.append(oneOf(hostileTexts, random), oneOf(hostileTexts, random));
  const sent = random() < 0.9 ? method : oneOf(otherMethods, random);
  const hasBody = sent !== 'GET' && sent !== 'HEAD';
  headers['Content-Type'] = random() < 0.85 ? 'application/json' : oneOf(types, random);
  return {
    method: sent,
    path: `/nuxeo${filled}${query.size > 0 ? `?${query}` : ''}`,
    as: oneOf(people, random),
    headers,
    body: hasBody
      ? bodyFrom(resolved(description, body), (name) => text(name ?? 'value'), random)
      : undefined,
  };
}

function bodyFrom(schema: Json | undefined, text: Texts, random: Random): string {
  const chance = random();
  if (chance < 0.05) return oneOf(hostileTexts, random);
  const json = JSON.stringify(valueFor(schema ?? { type: 'object' }, text, random));
  if (chance < 0.1) return json.slice(0, Math.floor(random() * json.length));
  if (chance < 0.13) return `--x\r\nContent-Disposition: form-data; name="jsondata"\r\n\r\n${json}\r\n--x--`;
  return json;
}

function* queriesFrom(count: number, seed: number): Generator<Call, void> {
  const vocabulary = vocabularyOf(new TypeRegistry({}));
  const kinds = [validQueries(vocabulary), looseQueries(vocabulary), brokenQueries(vocabulary)];
  const batch = 500;
  for (let first = 0; first < count; first += batch) {
    const kind = kinds[(first / batch) % kinds.length] ?? validQueries(vocabulary);
    const texts = fc.sample(kind, {
      numRuns: Math.min(batch, count - first),
      seed: seed * 1_000_003 + first,
    });
    for (const [index, text] of texts.entries())
      yield {
        method: 'GET',
        path: `/nuxeo/api/v1/search/execute?pageSize=5&query=${encodeURIComponent(text.toWellFormed())}`,
        as: index % 2 === 0 ? 'mona:mona' : 'Administrator:Administrator',
        headers: {},
        body: undefined,
      };
  }
}

// ------------------------------------------------------------------------------------------------ sending them

async function send(server: Server, calls: Iterator<Call>, what: string): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const tally: Tally = { statuses: new Map(), faults: [], slowest: 0 };
  const start = performance.now();
  const caller = async (): Promise<void> => {
    for (let next = calls.next(); !next.done; next = calls.next())
      await sendOne(server, agent, next.value, tally);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  const statuses = [...tally.statuses].sort(([one], [other]) => one - other);
  console.log(
    `${what}: ${Math.round((performance.now() - start) / 1000)} s, slowest answer ${Math.round(tally.slowest)} ms; ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  );
  return tally.faults.slice(0, mostFaultsShown);
}

async function sendOne({ origin }: Server, agent: Agent, call: Call, tally: Tally): Promise<void> {
  const start = performance.now();
  const { status, text } = await answerTo(origin, agent, call);
  const took = performance.now() - start;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.slowest = Math.max(tally.slowest, took);
  const shown = `${call.as?.split(':')[0] ?? 'nobody'} ${call.method} ${call.path.slice(0, 400)} ${call.body?.slice(0, 400) ?? ''}`;
  // Operations and conversions may refuse with 500, by the Platform's convention, with a message unless it is a HEAD.
  const isRefusal = call.method === 'HEAD' || /"message":"(?!Internal Server Error)/.test(text);
  if (status === 0 || (status === 500 && !isRefusal))
    tally.faults.push(`${status} for ${shown}: ${text.slice(0, 300)}`);
  if (took > longest) tally.faults.push(`${Math.round(took)} ms (${status}) for ${shown}`);
}

function answerTo(
  origin: string,
  agent: Agent,
  { method, path, as, headers, body }: Call,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const sent = request(
      `${origin}${path}`,
      { agent, method, headers, ...(as === null ? {} : { auth: as }), timeout: 60_000 },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          if (text.length < 2_000) text += chunk;
        });
        response.once('close', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('No answer in a minute')));
    sent.once('error', (error) => resolve({ status: 0, text: error.message }));
    sent.end(body);
  });
}
