/** Sends the request of a table's line to a server, and compares the answer with the expected one. */
import assert from 'node:assert/strict';
import { isJsonObject, type Json } from '#wire/json.ts';
import type { Answer, TestServer } from '../test-server.ts';
import type { CaseLine, Check } from './case-line.ts';

/** Values that lines of a scenario have stored by name, used as `$name`. */
export type CaseValues = Map<string, string>;

export async function runCase(server: TestServer, line: CaseLine, values: CaseValues): Promise<void> {
  const fill = (text: string): string =>
    text.replaceAll(/\$(\w+)/g, (whole, name) => values.get(name) ?? whole);
  const headers = Object.fromEntries(
    Object.entries(line.headers).map(([name, value]) => [name, fill(value)]),
  );
  const filled = { ...line, target: fill(line.target), headers };
  if (line.isSetUp) return setUp(server, filled, line.body && fill(line.body));
  const answer = await send(server, filled, line.body && fill(line.body));
  assert.equal(answer.status, line.status, answer.text.slice(0, 1000));
  const content = contentOf(answer);
  for (const check of line.checks) {
    if (check.kind === 'kept')
      values.set(check.name.replace('$', ''), String(valueAt(content, check.path, answer)));
    else compare(check, valueAt(content, check.path, answer), fill);
  }
}

/** Fails when a person cannot be made: otherwise the case would prove nothing. */
async function setUp(server: TestServer, { verb, target }: CaseLine, body = ''): Promise<void> {
  const names = body.split(' ').filter((name) => name !== '');
  if (verb === 'JOBS') return server.runJobs();
  const isUser = verb === 'USER';
  const properties = { username: target, password: target, groups: names };
  const { status, text } = isUser
    ? await server.ask('/user', { json: { 'entity-type': 'user', id: target, properties } })
    : await server.ask('/group', {
        json: { 'entity-type': 'group', groupname: target, memberUsers: names },
      });
  assert.equal(status, 201, text);
}

async function send(server: TestServer, line: CaseLine, body: string | undefined): Promise<Answer> {
  const { verb, target, headers } = line;
  const as = line.caller ?? null;
  switch (verb) {
    case 'QUERY':
      return server.ask(`/search/lang/NXQL/execute?query=${encodeURIComponent(target)}`, { as, headers });
    case 'RUN':
      return server.ask(`/automation/${target}`, { as, headers, json: JSON.parse(body ?? '{}') });
    default: {
      const isText = body !== undefined && 'Content-Type' in headers;
      const type =
        isText || body === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
      return server.ask(target, { as, method: verb, headers: type, ...(body === undefined ? {} : { body }) });
    }
  }
}

function contentOf({ text }: Answer): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `entries.0.uid`, `entries.*.title` (a list), `headers.etag`, `text`, `list.length`. */
function valueAt(content: Json, path: string, answer: Answer): Json | undefined {
  if (path === 'text') return answer.text;
  if (path.startsWith('headers.')) return answer.headers.get(path.slice('headers.'.length)) ?? undefined;
  return below(
    content,
    path
      .replace(/^body\.?/, '')
      .split('.')
      .filter((step) => step !== ''),
  );
}

function below(value: Json | undefined, steps: readonly string[]): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (step === '*') return value.map((item) => below(item, rest) ?? null);
    if (step === 'length') return value.length;
    return below(value[Number(step)], rest);
  }
  return isJsonObject(value) ? below(value[step], rest) : undefined;
}

function compare(
  check: Exclude<Check, { kind: 'kept' }>,
  found: Json | undefined,
  fill: (text: string) => string,
) {
  if (check.kind === 'absent') {
    assert.equal(found, undefined, `${check.path} is there`);
    return;
  }
  const wanted: Json = JSON.parse(fill(check.value));
  if (check.kind === 'equals') {
    assert.deepEqual(found, wanted, check.path);
    return;
  }
  const isIn =
    typeof found === 'string'
      ? found.includes(String(wanted))
      : Array.isArray(found) && found.some((item) => JSON.stringify(item) === JSON.stringify(wanted));
  assert.equal(isIn, check.kind === 'has', `${check.path}: ${JSON.stringify(found)?.slice(0, 500)}`);
}
