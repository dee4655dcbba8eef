// Laws that hold for every query, tested with generated ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brokenQueries, validQueries } from './generate.test-support.ts';
import { bindParameters, check, complete, formatQuery, parse, print, tokenize } from './index.ts';
import { SAMPLE_VOCABULARY } from './sample-config.test-support.ts';

const valid = validQueries(SAMPLE_VOCABULARY);
const broken = brokenQueries(SAMPLE_VOCABULARY);
const anything = fc.oneof(broken, fc.string({ unit: 'binary' }), fc.string());

/** A tree without its positions in the text. */
function shape(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (key === 'span' ? undefined : value)));
}

function parsed(text: string) {
  const { query, diagnostics } = parse(text);
  assert.ok(query, `${text}: ${diagnostics[0]?.message}`);
  return query;
}

test('a printed query parses to the same tree', () => {
  fc.assert(
    fc.property(valid, (text) => {
      const query = parsed(text);
      assert.deepEqual(shape(parsed(print(query))), shape(query));
      assert.deepEqual(shape(parsed(formatQuery(query))), shape(query));
      assert.equal(print(parsed(print(query))), print(query));
    }),
    { numRuns: 500 },
  );
});

test('a query made for the vocabulary has no error', () => {
  fc.assert(
    fc.property(valid, (text) => {
      const errors = check(text, SAMPLE_VOCABULARY).diagnostics.filter((one) => one.severity === 'error');
      assert.deepEqual(errors, []);
    }),
    { numRuns: 500 },
  );
});

test('any text gives a query or exactly one error, inside the text', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { query, diagnostics } = parse(text);
      assert.equal(query === undefined, diagnostics.length === 1);
      for (const one of diagnostics)
        assert.ok(0 <= one.start && one.start <= one.end && one.end <= text.length);
    }),
    { numRuns: 500 },
  );
});

test('tokens cover any text but its white space', () => {
  fc.assert(
    fc.property(anything, (text) => {
      let end = 0;
      for (const token of tokenize(text)) {
        assert.match(text.slice(end, token.start), /^[ \t\r\n\f]*$/);
        assert.equal(text.slice(token.start, token.end), token.text);
        end = token.end;
      }
      assert.equal(end, text.length);
    }),
    { numRuns: 500 },
  );
});

test('completion survives any caret in any text', () => {
  fc.assert(
    fc.property(anything, fc.nat(), (text, index) => {
      const caret = index % (text.length + 1);
      for (const item of complete(text, caret, SAMPLE_VOCABULARY).items) {
        assert.ok(item.from <= caret && caret <= item.to && item.to <= text.length);
      }
    }),
    { numRuns: 500 },
  );
});

test('a bound string stays one literal with that value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (value) => {
      const text = bindParameters('SELECT * FROM Document WHERE dc:title = ?', {
        positional: [value],
        named: {},
      });
      const { where } = parsed(text);
      assert.ok(where?.kind === 'comparison' && where.right.kind === 'string');
      assert.equal(where.right.value, value);
    }),
  );
});
