/** Refusals of our server and of others in the reader's language: why, what to do, and the server's own text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Translate } from '#web/i18n/texts.ts';
import { isJsonObject, type Json } from '#wire/json.ts';
import { refusalError } from './refusal-error.ts';

const files: Readonly<Record<string, string>> = {
  refusals: './locales/en.json',
  forms: '../../forms/locales/en.json',
};

/** The English texts, read from their file. */
function english(namespace: string): Translate {
  const texts: unknown = JSON.parse(readFileSync(new URL(files[namespace] ?? '', import.meta.url), 'utf8'));
  return (name, values = {}) => {
    const text = name
      .split('.')
      .reduce<unknown>((part, step) => (isJsonObject(part) ? part[step] : undefined), texts);
    if (typeof text !== 'string') return values.defaultValue ?? name;
    return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value]));
  };
}

const refused = (status: number, message: string) =>
  refusalError(Response.json({ 'entity-type': 'exception', status, message }, { status }), english);

const kinds: readonly (readonly [status: number, said: string, words: RegExp])[] = [
  [403, "Privilege 'AddChildren' is not granted to 'bob'", /^You lack a right for this.* Ask /],
  [404, '6cc3a1d0-0b0e-4b3c', /^It is not there any more.* Load /],
  [409, '6cc3a1d0, Invalid change token', /^It has changed meanwhile.* Load /],
  [409, 'Document already exists: /default-domain/a', /^There is something with this name.* Choose /],
  [409, 'Document already locked by ada: 6cc3a1d0', /^Somebody has locked it.* Wait /],
  [403, 'Document 6cc3 is locked by ada', /^Somebody has locked it/],
  [423, '', /^Somebody has locked it/],
  [409, 'Document 6cc3 is under retention or legal hold: it cannot be removed', /legal hold.* Ask /],
  [413, 'The request body is larger than 10 bytes', /^It is larger than the server takes.* Do it /],
  [413, 'QuotaExceeded: /a has 0 of 10 bytes left, 20 are needed', /not enough space left.* Delete /],
  [400, 'Quota exceeded', /not enough space left/],
  [507, '', /not enough space left/],
  [429, 'Too many wrong codes', /asked too often.* Wait /],
  [503, 'Too many conversions are waiting; try again later', /too busy just now.* Wait /],
  [504, '', /too busy just now/],
  [401, 'forbidden key', /^You are not signed in.* Sign in /],
  [501, 'Not here', /^This server cannot do this/],
  [500, 'Internal Server Error', /^Something went wrong on the server.* Try again/],
  [400, 'The name is empty', /^The server does not accept this.* Check /],
  [422, 'The key was used for another call', /^The server does not accept this/],
];

for (const [status, message, words] of kinds) {
  test(`${status} ${message}`, async () => {
    const error = await refused(status, message);
    assert.match(error.message, words);
    assert.equal(error.serverMessage, message);
    assert.equal(error.status, status);
    assert.ok(error.message.startsWith(error.words));
  });
}

test('the server’s words follow where they tell more than that it refused', async () => {
  const more = await refused(403, "Privilege 'AddChildren' is not granted to 'bob'");
  assert.equal(
    more.message,
    `${more.words} The server says: “\u2068Privilege 'AddChildren' is not granted to 'bob'\u2069”`,
  );
  for (const [status, message] of [
    [404, '/default-domain/a'],
    [409, '6cc3a1d0, Invalid change token'],
    [403, ''],
  ] as const) {
    const error = await refused(status, message);
    assert.equal(error.message, error.words);
  }
});

test('what a proxy says in HTML is no words for people', async () => {
  const page = new Response('<h1>413 Request Entity Too Large</h1>', {
    status: 413,
    headers: { 'Content-Type': 'text/html' },
  });
  const error = await refusalError(page, english);
  assert.match(error.message, /^It is larger than the server takes/);
  assert.equal(error.serverMessage, '');
});

test('texts that did not come leave the server’s words', async () => {
  const none: Translate = (_name, { defaultValue = '' } = {}) => defaultValue;
  const answer = (message: string | null) =>
    Response.json({ 'entity-type': 'exception', status: 403, message }, { status: 403 });
  assert.equal((await refusalError(answer('Not for you'), () => none)).message, 'Not for you');
  assert.equal((await refusalError(answer(null), () => none)).message, 'HTTP 403');
});

test('what a constraint asks is said as forms say it', async () => {
  const violation = (field: string, name: string, value: Json, parameters = {}) => ({
    messageKey: 'k',
    message: `Words of ${name}`,
    invalid_value: value,
    constraint: { 'entity-type': 'validation_constraint', name, parameters },
    path: [{ field_name: field, is_list_item: false }],
  });
  const violations = [
    violation('a:a', 'NotNullConstraint', null),
    violation('a:b', 'PatternConstraint', 'x', { Pattern: '[0-9]+' }),
    violation('a:c', 'LengthConstraint', 'abcdef', { Minimum: null, Maximum: 5 }),
    violation('a:d', 'LengthConstraint', 'a', { Minimum: '2' }),
    violation('a:e', 'NumericIntervalConstraint', 2000, { Maximum: 1000, MaximumInclusive: true }),
    violation('a:f', 'DateIntervalConstraint', '2030-01-01T00:00:00Z', { Maximum: '2026-05-01T00:00:00Z' }),
    violation('a:g', 'EnumConstraint', 'green', { Values: ['red'] }),
    violation('a:h', 'directoryResolver', 'mars', { directory: 'country' }),
    violation('a:i', 'OtherConstraint', 'x'),
  ];
  const report = { 'entity-type': 'validation_report', has_error: true, number: 9, violations };
  const error = await refusalError(Response.json(report, { status: 422 }), english);
  assert.deepEqual(
    [...error.violations].map(([path, words]) => `${path} ${words.join('|')}`),
    [
      'a:a Fill this in',
      'a:b It must match the pattern [0-9]+',
      'a:c At most 5 characters',
      'a:d At least 2 characters',
      'a:e 1,000 or less',
      'a:f May 1, 2026 or earlier',
      'a:g “green” is not one of the possible values',
      'a:h “mars” is not one of the possible values',
      'a:i Words of OtherConstraint',
    ],
  );
  assert.match(error.message, /^The server does not accept every value\. .* a:a: Fill this in; a:b: /);
});
