/**
 * Generates thousands of queries, for fuzzing the language and the engines behind it (fast-check arbitraries). Invariant:
 * `validQueries` fit the vocabulary (checkQuery finds no error); `looseQueries` mostly parse; `brokenQueries` may be anything.
 */
import fc from 'fast-check';
import { quoteString } from './lexer.ts';
import { printOperand } from './printer.ts';
import {
  type Clause,
  isFulltextName,
  type OperatorName,
  operatorsFor,
  type PropertyType,
  SYSTEM_FIELDS,
} from './system-fields.ts';
import type { Vocabulary } from './vocabulary.ts';

interface Field {
  readonly name: string;
  readonly type: PropertyType;
  readonly operators: readonly OperatorName[];
  readonly clauses: readonly Clause[];
  readonly system: boolean;
}

function fieldsOf(vocabulary: Vocabulary): readonly Field[] {
  const system = SYSTEM_FIELDS.map((field) => ({
    ...field,
    type: field.element ?? field.type,
    system: true,
  }));
  const properties = [...vocabulary.properties.values()].map((property): Field => {
    const { xpath, type, element } = property;
    const sortable = !xpath.includes('/*') && type !== 'list' && type !== 'complex' && type !== 'blob';
    return {
      name: xpath,
      type: element ?? type,
      operators: operatorsFor(type, element),
      clauses: sortable ? ['S', 'W', 'O'] : ['W'],
      system: false,
    };
  });
  return [...system, ...properties];
}

/** Texts that the documents under test should also have, so that conditions match some and not others. */
export const SAMPLE_TEXTS = [
  ...[
    '',
    ' ',
    'a',
    'A',
    'ab',
    'article',
    'Article',
    'joe',
    'europe',
    'europe/France',
    'europe0',
    'x y',
    '10',
    '9',
  ],
  ...[
    "l'été",
    'L’ÉTÉ',
    'e\u0301te',
    'straße',
    'STRASSE',
    'İstanbul',
    'ΑΣ',
    'ας',
    'ﬁn',
    '中文',
    '東京都',
    '😀',
    '\u{1F1EB}',
  ],
  ...[
    '%a_',
    'a\\%b',
    'a\\b',
    '\\',
    '%',
    '_',
    '"',
    "'",
    '\n\t',
    'null',
    'true',
    '[]',
    '{}',
    '$.a',
    '\u0001',
    '\uffff',
  ],
] as const;
export const SAMPLE_INTEGERS = [
  0, 1, -1, 2, 9, 10, 255, -32769, 2147483648, 9007199254740991, -9007199254740991,
];
export const SAMPLE_DOUBLES = [
  0, 0.1, 0.2, 0.3, -0.5, 1, 1.5, 3.5, 100, 1e21, 1e-7, 1.7976931348623157e308, 5e-324,
];
export const SAMPLE_MOMENTS = [
  ...['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
  ...[
    '2024-02-29T12:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2024-05-31T00:00:00.000Z',
    '2024-06-01T00:00:00.000Z',
  ],
  ...['2024-06-02T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
];

const strings = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SAMPLE_TEXTS) },
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);
const patterns = fc
  .tuple(fc.constantFrom('', '%', '_'), strings, fc.constantFrom('', '%', '_'))
  .map((parts) => parts.join(''));
const fulltexts = fc.oneof(
  fc.constantFrom(
    'foo',
    'article x',
    '"x y" -not',
    'art*',
    'joe OR europe',
    '+x, .',
    '',
    '文',
    'STRASSE -a OR 10',
  ),
  fc
    .constantFrom(...SAMPLE_TEXTS)
    .filter((text) => !text.includes('"'))
    .map((text) => `-zebra "${text}" ${text}*`),
);
const periods = fc.constantFrom('-P1D', 'P1M2DT3H', '-PT1H', 'PT0.5S', '-P10Y');
const days = fc.oneof(
  fc.constantFrom(...SAMPLE_MOMENTS),
  fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString()),
);

const NOWHERE = { start: 0, end: 0 };
const flags = fc.constantFrom('0', '1');
const dates = fc.oneof(
  days.map((day) => `DATE '${day.slice(0, 10)}'`),
  days.map((day) => `TIMESTAMP '${day}'`),
  days.map((day) => `TIMESTAMP '${day.slice(0, 19)}+05:30'`),
);

function literals(type: PropertyType): fc.Arbitrary<string> {
  switch (type) {
    case 'boolean':
      return flags;
    case 'date':
      return dates;
    case 'long':
    case 'integer':
      return fc.oneof(fc.constantFrom(...SAMPLE_INTEGERS), fc.integer()).map(String);
    case 'double':
      return fc
        .oneof(fc.constantFrom(...SAMPLE_DOUBLES), fc.double({ noNaN: true, noDefaultInfinity: true }))
        .map((value) => printOperand({ kind: 'double', value, span: NOWHERE }));
    default:
      return strings.map(quoteString);
  }
}

function conditions(field: Field): fc.Arbitrary<string> {
  return fc.constantFrom(...field.operators).chain((operator) => condition(field, operator));
}

function condition(field: Field, operator: OperatorName): fc.Arbitrary<string> {
  const begin = `${field.name} ${operator}`;
  const values = isFulltextName(field.name) ? fulltexts.map(quoteString) : literals(field.type);
  switch (operator) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return fc.constant(begin);
    case 'IN':
    case 'NOT IN':
      return fc.array(values, { minLength: 1, maxLength: 4 }).map((list) => `${begin} (${list.join(', ')})`);
    case 'BETWEEN':
    case 'NOT BETWEEN':
      return fc.tuple(values, values).map(([low, high]) => `${begin} ${low} AND ${high}`);
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
    case 'NOT ILIKE':
      return (isFulltextName(field.name) ? values : patterns.map(quoteString)).map(
        (text) => `${begin} ${text}`,
      );
    case 'STARTSWITH':
      return strings.map((text) => `${begin} ${quoteString(text)}`);
    default: {
      const moments = fc.oneof(
        fc.constant('NOW()'),
        periods.map((period) => `NOW('${period}')`),
      );
      const right = field.type === 'date' ? fc.oneof(values, moments) : values;
      return right.map((value) => `${begin} ${value}`);
    }
  }
}

function predicates(leaf: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { predicate } = fc.letrec<{ predicate: string }>((tie) => {
    const parts = fc.array(tie('predicate'), { minLength: 2, maxLength: 3 });
    return {
      predicate: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        parts.map((items) => items.map((item) => `(${item})`).join(' AND ')),
        parts.map((items) => items.join(' OR ')),
        tie('predicate').map((item) => `NOT (${item})`),
      ),
    };
  });
  return predicate;
}

/** The same list positions in other notations: any element, the same one throughout, the first one. */
function spelt(name: string): fc.Arbitrary<string> {
  if (!name.includes('/*')) return fc.constant(name);
  const positions = name.startsWith('ecm:')
    ? ['/*', '/*1', '/*2']
    : ['/*', '/*1', '/*2', '/0', '/1', '[*1]', '[0]'];
  return fc.constantFrom(...positions).map((position) => name.replaceAll('/*', position));
}

function list<T>(items: fc.Arbitrary<T>, most = 3): fc.Arbitrary<readonly T[]> {
  return fc.array(items, { minLength: 1, maxLength: most });
}

const optional = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), part);
const directions = fc.constantFrom('', ' ASC', ' DESC');
const orderOf = (names: readonly string[]): fc.Arbitrary<string> =>
  list(fc.tuple(fc.constantFrom(...names), directions)).map(
    (items) => ` ORDER BY ${items.map((item) => item.join('')).join(', ')}`,
  );

/** The text before FROM, and an ORDER BY that fits it. */
type Selection = readonly [select: string, order: string];

function selections(fields: readonly Field[]): fc.Arbitrary<Selection> {
  const named = (clause: Clause) =>
    fields.filter(({ name, clauses }) => clauses.includes(clause) && name !== 'ecm:fulltextScore');
  const order = optional(orderOf(named('O').map(({ name }) => name)));
  const columns = fc.constantFrom(...named('S')).chain(({ name }) => spelt(name));
  const calls = fc
    .constantFrom(...named('S'))
    .chain(({ name, type }) => {
      const isNumber = type === 'long' || type === 'integer' || type === 'double';
      const functions = isNumber ? ['COUNT', 'MIN', 'MAX', 'SUM', 'AVG'] : ['COUNT', 'MIN', 'MAX'];
      return fc.tuple(fc.constantFrom(...functions), spelt(name));
    })
    .map(([call, name]) => `${call}(${name})`);
  const sorted = (names: readonly string[]) => names.filter((name) => !/[/[]/.test(name));
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constant('*'), order) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(list(fc.tuple(columns, fc.constantFrom('', ' AS x')).map((item) => item.join(''))), order)
        .map(([items, by]): Selection => [items.join(', '), by]),
    },
    {
      weight: 2,
      arbitrary: list(fc.constantFrom(...named('S')).map(({ name }) => name)).chain((names) => {
        const sortable = sorted(names.filter((name) => named('O').some((field) => field.name === name)));
        return fc.tuple(
          fc.constant(`DISTINCT ${names.join(', ')}`),
          sortable.length === 0 ? fc.constant('') : optional(orderOf(sortable)),
        );
      }),
    },
    { weight: 2, arbitrary: list(calls).map((items): Selection => [items.join(', '), '']) },
  );
}

function queries(
  vocabulary: Vocabulary,
  fields: readonly Field[],
  leaf: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc
    .tuple(
      selections(fields),
      list(fc.constantFrom(...vocabulary.types.keys())),
      optional(predicates(leaf).map((where) => ` WHERE ${where}`)),
      optional(fc.nat({ max: 50 }).map((limit) => ` LIMIT ${limit} OFFSET 1`)),
    )
    .map(
      ([[select, order], from, where, page]) =>
        `SELECT ${select} FROM ${from.join(', ')}${where}${order}${page}`,
    );
}

/** Queries that the server must answer: they fit the grammar and the vocabulary. */
export function validQueries(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const fields = fieldsOf(vocabulary);
  const usable = fields.filter((field) => field.clauses.includes('W') && field.operators.length > 0);
  const plain = fc
    .constantFrom(...usable)
    .chain((field) => spelt(field.name).chain((name) => conditions({ ...field, name })));
  const ofDays = fc
    .tuple(
      fc.constantFrom(...usable.filter(({ name }) => vocabulary.properties.get(name)?.type === 'date')),
      fc.constantFrom('=', '!=', '<', '>='),
      days,
    )
    .map(([{ name }, operator, day]) => `DATE(${name}) ${operator} DATE '${day.slice(0, 10)}'`);
  return queries(
    vocabulary,
    fields,
    fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: ofDays }),
  );
}

const NOWHERES = [
  'dc:nope',
  'nope:nope',
  'ecm:nope',
  'ecm:acl/0/name',
  'ecm:acl/*/nope',
  'dc:title/0',
  'dc:title/x',
];
const TYPES: readonly PropertyType[] = ['string', 'long', 'double', 'boolean', 'date'];
const ODD_VALUES = [
  'TRUE',
  'dc:title',
  'dc:created',
  'NOW(1)',
  "NOW('x')",
  'f()',
  '1 + 1',
  "''",
  '-0',
  '1e308',
  '()',
];

/** Queries that fit the grammar more or less, but neither its types nor the vocabulary. */
export function looseQueries(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const fields = fieldsOf(vocabulary);
  const names = [...fields.map(({ name }) => name), ...NOWHERES];
  const clauses: readonly Clause[] = ['S', 'W', 'O'];
  const loosened = fc.tuple(fc.constantFrom(...names).chain(spelt), fc.constantFrom(...TYPES)).map(
    ([name, type]): Field => ({
      name,
      type,
      operators: operatorsFor('string', undefined),
      clauses,
      system: true,
    }),
  );
  const odd = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom('=', '<>', '<', 'LIKE', 'IN', 'BETWEEN'),
      fc.constantFrom(...ODD_VALUES, ...names),
    )
    .map((parts) => parts.join(' '));
  return queries(
    vocabulary,
    names.map((name) => ({ name, type: 'long', operators: [], clauses, system: true })),
    fc.oneof({ weight: 4, arbitrary: loosened.chain(conditions) }, { weight: 1, arbitrary: odd }),
  );
}

const PIECES = [
  ...['SELECT', 'FROM', 'WHERE', 'AND', 'NOT', 'IN', 'ORDER BY', 'LIMIT', 'sElEcT', 'NULL', 'DATE', 'NOW('],
  ...['(', ')', ',', "'", '"', '\\', '=', '<', '*', '-', '/', ';', '?', ':x', '--', '/*', '\n', '\0'],
  ...['((((', 'x'.repeat(3000), ','.repeat(40), '\\u0000', '\ud800', 'ORDER  BY', 'é', '’', '½'],
  ...['00', '1.', '1e999', 'ecm:', 'ecm:nope', 'dc:nope', 'true', 'files:files/0', '[', '💥', "''", '%'],
];

/** Queries with something added, removed or repeated: each must give a result or a clear refusal. */
export function brokenQueries(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat(),
    fc.nat({ max: 8 }),
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('', ...PIECES) },
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
  );
  return fc
    .tuple(validQueries(vocabulary), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([query, edits]) =>
      edits.reduce((text, [index, removed, added]) => {
        const at = index % (text.length + 1);
        return `${text.slice(0, at)}${added}${text.slice(at + removed)}`;
      }, query),
    );
}
