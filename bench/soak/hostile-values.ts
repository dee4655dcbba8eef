/** Values for random requests: hostile ones, and valid ones. */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

export type Random = () => number;

export function oneOf<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}

const long = 'a'.repeat(5_000);

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '*',
  '%',
  '_',
  '%00',
  '\u0001',
  '\ufeff',
  '\ud83d\ude00',
  'é\u0301',
  'ß'.repeat(300),
  long,
  '/'.repeat(500),
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  "' OR 1=1 --",
  "'; DROP TABLE documents; --",
  '$1',
  '?',
  '{}',
  '[]',
  '[[[[',
  '{"a":'.repeat(200),
  '<script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
  '@{CurrentDate}',
  '@{Document.title}',
  `@{${'('.repeat(500)}`,
  'expr:1/0',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'ecm:uuid',
  'dc:title',
  'file:content',
  'files:files/0/file',
  'files:files/99999999/file',
  'uid:major_version',
  'ecm:acl/*1/permission',
  'SELECT * FROM Document',
  "SELECT * FROM Document WHERE ecm:fulltext = '((('",
  '2026-99-99',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'Everything',
  'members',
  'system',
];

export const hostileValues: readonly Json[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  [null],
  [[[]]],
  [{}],
  { 'entity-type': 'document' },
  { 'entity-type': 'documents', entries: [null] },
  { 'upload-batch': 'x', 'upload-fileId': '0' },
  { name: 'a', data: 'b' },
  { __proto__: null, a: 1 },
  Array.from({ length: 500 }, () => 'a'),
  nested(60),
];

function nested(depth: number): Json {
  return depth === 0 ? 'deep' : { a: nested(depth - 1) };
}

/** Returns a value for a parameter of this name. */
export type Texts = (name?: string) => string;

/** A value that matches the schema, or not. */
export function valueFor(
  schema: Json | undefined,
  text: Texts,
  random: Random,
  depth = 0,
  name?: string,
): Json {
  if (random() < 0.1 || depth > 5) return oneOf(hostileValues, random);
  const shape: JsonObject = isJsonObject(schema) ? schema : {};
  if (Array.isArray(shape.enum) && shape.enum.length > 0) return oneOf(shape.enum, random);
  if (Array.isArray(shape.examples) && shape.examples.length > 0) return oneOf(shape.examples, random);
  const type = Array.isArray(shape.type) ? oneOf(shape.type, random) : shape.type;
  switch (type) {
    case 'object': {
      const properties = isJsonObject(shape.properties) ? shape.properties : {};
      const needed = Array.isArray(shape.required) ? shape.required : [];
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => needed.includes(key) || random() < 0.5)
          .map(([key, inner]) => [key, valueFor(inner, text, random, depth + 1, key)]),
      );
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () =>
        valueFor(shape.items, text, random, depth + 1, name),
      );
    case 'integer':
    case 'number':
      return Math.floor(random() * 100) - 10;
    case 'boolean':
      return random() < 0.5;
    default:
      return text(name);
  }
}
