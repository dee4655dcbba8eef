/**
 * Queries by the thousand, for fuzzing the language and the engines behind it (fast-check arbitraries).
 * Invariant: `validQueries` suits the vocabulary (checkQuery finds no error); `brokenQueries` may be anything.
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

const strings = fc.oneof(
  fc.constantFrom('', 'a', 'article', "l'été", '%a_', 'a\\%b', 'europe/France', '中文', '"', '\n\t'),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);
const fulltexts = fc.constantFrom('foo', 'foo bar', '"a phrase" -not', 'begin*', 'one OR other', '+x, .', '');
const periods = fc.constantFrom('-P1D', 'P1M2DT3H', '-PT1H', 'PT0.5S', '-P10Y');
const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString());

const NOWHERE = { start: 0, end: 0 };
const flags = fc.constantFrom('0', '1');
const dates = fc.oneof(
  days.map((day) => `DATE '${day.slice(0, 10)}'`),
  days.map((day) => `TIMESTAMP '${day}'`),
);

function literals(type: PropertyType): fc.Arbitrary<string> {
  switch (type) {
    case 'boolean':
      return flags;
    case 'date':
      return dates;
    case 'long':
    case 'integer':
      return fc.integer().map(String);
    case 'double':
      return fc
        .double({ noNaN: true, noDefaultInfinity: true })
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
    case 'STARTSWITH':
      return (isFulltextName(field.name) ? values : strings.map(quoteString)).map(
        (text) => `${begin} ${text}`,
      );
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

function predicates(fields: readonly Field[]): fc.Arbitrary<string> {
  const usable = fields.filter((field) => field.clauses.includes('W') && field.operators.length > 0);
  const { predicate } = fc.letrec<{ predicate: string }>((tie) => {
    const parts = fc.array(tie('predicate'), { minLength: 2, maxLength: 3 });
    return {
      predicate: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(...usable).chain(conditions),
        parts.map((items) => items.map((item) => `(${item})`).join(' AND ')),
        parts.map((items) => items.join(' OR ')),
        tie('predicate').map((item) => `NOT (${item})`),
      ),
    };
  });
  return predicate;
}

/** Queries that the server must answer: they fit the grammar and the vocabulary. */
export function validQueries(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const fields = fieldsOf(vocabulary);
  const named = (clause: Clause): readonly string[] =>
    fields
      .filter((field) => field.clauses.includes(clause) && field.name !== 'ecm:fulltextScore')
      .map((field) => field.name);
  const optional = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), part);
  const list = (names: readonly string[], ending: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .array(
        fc.tuple(fc.constantFrom(...names), ending).map((pair) => pair.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((items) => items.join(', '));
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant('*') }, list(named('S'), fc.constantFrom('', ' AS x'))),
      list([...vocabulary.types.keys()], fc.constant('')),
      optional(predicates(fields).map((where) => ` WHERE ${where}`)),
      optional(list(named('O'), fc.constantFrom('', ' ASC', ' DESC')).map((order) => ` ORDER BY ${order}`)),
      optional(fc.nat({ max: 50 }).map((limit) => ` LIMIT ${limit} OFFSET 1`)),
    )
    .map(([select, from, ...rest]) => `SELECT ${select} FROM ${from}${rest.join('')}`);
}

const PIECES = [
  ...['SELECT', 'FROM', 'WHERE', 'AND', 'NOT', 'IN', 'ORDER BY', 'LIMIT', 'sElEcT', 'NULL', 'DATE', 'NOW('],
  ...['(', ')', ',', "'", '"', '\\', '=', '<', '*', '-', '/', ';', '?', ':x', '--', '/*', '\n', '\0'],
  ...['00', '1.', '1e999', 'ecm:', 'ecm:nope', 'dc:nope', 'true', 'files:files/0', '[', '💥', "''", '%'],
];

/** Queries with something added, removed or repeated: each must give a result or a clear refusal. */
export function brokenQueries(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 8 }), fc.constantFrom('', ...PIECES));
  return fc
    .tuple(validQueries(vocabulary), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([query, edits]) =>
      edits.reduce((text, [place, removed, added]) => {
        const at = place % (text.length + 1);
        return `${text.slice(0, at)}${added}${text.slice(at + removed)}`;
      }, query),
    );
}
