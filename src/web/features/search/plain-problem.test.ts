import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from '#nxql/index.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { plainProblem } from './plain-problem.ts';

/** Returns the text's key with its values, since the texts themselves are the translators'. */
const t: Translate = (name, values = {}) => [name, ...Object.values(values)].join(' ');

function problemIn(text: string) {
  const [found] = parse(text).diagnostics;
  assert.ok(found);
  return plainProblem(found, text, t);
}

it('names a quote that is never closed, and closes it', () => {
  const problem = problemIn("SELECT * FROM File WHERE dc:title = 'lea");
  assert.equal(problem.message, "problem.openQuote '");
  assert.deepEqual(problem.fixes, [{ label: 'problem.closeQuote', replacement: "'lea'" }]);
});

it('says that a query ends too soon, instead of an invalid token <null>', () => {
  assert.equal(problemIn('SELECT * FROM File WHERE dc:title =').message, 'problem.unfinished');
});

it('names the word that does not belong where it stands', () => {
  assert.equal(problemIn('SELECT * FROM File WHERE WHERE').message, 'problem.misplaced WHERE');
  assert.equal(problemIn('SELECT * FROM File WHERE #').message, 'problem.character #');
});
