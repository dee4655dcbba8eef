/**
 * Checks every answer of a server under test against the OpenAPI description.
 * Invariant: an answer with a status, media type or shape that is not described fails the test that got it.
 */
import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';

/** Checks a copy of the answer, so that its receiver can still read it. */
export type CheckAnswer = (request: Request, response: Response) => Promise<void>;

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The number of literal characters. */
  readonly spelledOut: number;
  /** The literal text before the first variable. */
  readonly start: string;
  readonly responses: JsonObject;
}

export function answerCheck(description: JsonObject, basePath: string): CheckAnswer {
  const operations = operationsOf(description);
  const validators = validatorsOf(description);
  const patterns = new Map<string, RegExp>();
  const pattern = (path: string): RegExp => {
    const made = patterns.get(path) ?? patternOf(path);
    patterns.set(path, made);
    return made;
  };
  return async (request, response) => {
    const { pathname } = new URL(request.url);
    // The preflight of a browser.
    if (request.method === 'OPTIONS') return;
    const path = spelledAsDescribed(pathname.slice(basePath.length));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const operation = operations.find(
      (one) => one.method === method && path.startsWith(one.start) && pattern(one.path).test(path),
    );
    const answered = `${method} ${path}: ${response.status}`;
    if (!operation) {
      assert.ok(response.status >= 400, `${answered} at an address that is not described`);
      return;
    }
    const answer = answerOf(description, operation, response.status);
    assert.ok(answer, `${answered} is not described for ${operation.path}`);
    if (request.method === 'HEAD' || response.body === null) return;
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    // JSON that is sent as a file may have any content.
    const isFile = response.headers.has('content-disposition') && type !== 'text/csv';
    const content = isJsonObject(answer.content) ? answer.content : {};
    const schema = (isFile ? undefined : content[type]) ?? content['*/*'];
    assert.ok(schema, `${answered} as ${type} is not described for ${operation.path}`);
    if (isFile || type !== 'application/json' || !isJsonObject(schema)) return;
    const body: unknown = JSON.parse(await response.clone().text());
    const validate = validators(schema.schema);
    assert.ok(
      validate(body),
      `${answered} is not what ${operation.path} is described to answer: ${JSON.stringify(validate.errors?.slice(0, 5))}`,
    );
  };
}

/** Sorted by the number of literal characters, the most first. */
function operationsOf({ paths }: JsonObject): readonly Operation[] {
  const all = Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const { 'x-aliases': aliases = [], ...methods } = isJsonObject(item) ? item : {};
    const names = Array.isArray(aliases) ? aliases.map(String) : [];
    return [path, ...names.map((name) => path.replace(/[^/]+$/, name))].flatMap((spelled) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: spelled,
        spelledOut: spelled.replaceAll(/\{\w+\}/g, '').length,
        start: spelled.replace(/\/?\{.*/, ''),
        responses: isJsonObject(operation) && isJsonObject(operation.responses) ? operation.responses : {},
      })),
    );
  });
  return all.sort((one, other) => other.spelledOut - one.spelledOut);
}

/** Documents may have further adapters before the last one. */
function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.+*?^$()|[\]\\]/g, '\\$&');
  const values = escaped
    // The root has no name.
    .replace('/{path}', '(?:/(?!@)[^/]*)*')
    .replaceAll(/\/\{\w+\}/g, '(?:/(?!@)[^/]*)+')
    .replaceAll(/\{\w+\}/g, '(?:;[^/]*)+');
  return new RegExp(`^${values.replace(/(?=\/@)/, '(?:/@[^/]+(?:/(?!@)[^/]*)*)*')}/?$`);
}

function spelledAsDescribed(path: string): string {
  return path
    .replace(/^\/site\/api\/v1/, '/api/v1')
    .replace(/^\/site\/automation/, '/api/v1/automation')
    .replace(/^\/api\/v1\/site\//, '/site/')
    .replace(/^\/api\/v1\/repo\/[^/]+/, '/api/v1')
    .replace(/^\/api\/v1\/bulk;[^/]*\/@/, '/api/v1/id/several/@')
    .replace(/^\/api\/v1\/automation\/Chain\./, '/api/v1/automation/');
}

function answerOf(description: JsonObject, { responses }: Operation, status: number): JsonObject | undefined {
  const found = responses[String(status)] ?? (status >= 400 ? responses.default : undefined);
  if (!isJsonObject(found)) return undefined;
  return typeof found.$ref === 'string' ? pointed(description, found.$ref) : found;
}

function pointed(description: JsonObject, pointer: string): JsonObject | undefined {
  let found: Json | undefined = description;
  for (const name of pointer.split('/').slice(1)) found = isJsonObject(found) ? found[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** Shared, because the servers of a process mostly describe the same entities. */
const validatorsOfComponents = new Map<string, (schema: Json | undefined) => ValidateFunction>();

function validatorsOf({ components }: JsonObject): (schema: Json | undefined) => ValidateFunction {
  const text = JSON.stringify(components);
  const known = validatorsOfComponents.get(text) ?? newValidators(components);
  validatorsOfComponents.set(text, known);
  return known;
}

/** Made when they are first needed: a test needs few of them. */
function newValidators(components: Json | undefined): (schema: Json | undefined) => ValidateFunction {
  let ajv: Ajv2020 | undefined;
  const made = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema ?? {});
    const known = made.get(text);
    if (known) return known;
    ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema({ components }, 'description');
    const validate = ajv.compile(JSON.parse(text.replaceAll('"#/', '"description#/')));
    made.set(text, validate);
    return validate;
  };
}
