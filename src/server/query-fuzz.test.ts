/**
 * Queries by the hundred thousand, whole and broken, on every engine: a result or a refusal in the query's own class, and
 * the same everywhere. MUNIMENT_FUZZ_QUERIES says how many, MUNIMENT_FUZZ_SEED which ones; a failure is shrunk and named.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { brokenQueries, looseQueries, validQueries } from '#nxql/generate.test-support.ts';
import { parse, print } from '#nxql/index.ts';
import { nameMissingEngines, openTestEngines } from './adapters/sql/test-engines.ts';
import { RepositoryError } from './core/errors.ts';
import type { Principals } from './core/model.ts';
import { queryPage, runProjection } from './core/search/run-query.ts';
import { inSession, type Repository, type Session, systemPrincipals } from './core/session.ts';
import { corpusVocabulary, plantCorpus } from './query-corpus.test-support.ts';
import { openTestRepository } from './test-repository.ts';

const QUERIES = Number(process.env.MUNIMENT_FUZZ_QUERIES ?? 100_000);
const SEED = Number(process.env.MUNIMENT_FUZZ_SEED ?? 20_240_601);
/** Generated at once, and in flight at once. */
const BATCH = 1000;
const TOGETHER = 8;

const stores = await openTestEngines();
const opened = await Promise.all(stores.map((store) => openTestRepository({ store })));
const repositories = await Promise.all(opened.map(({ repository }) => plantCorpus(repository)));
after(() => Promise.all(opened.map((one) => one.close())));

const joe: Principals = { username: 'joe', groups: ['members'], isAdministrator: false, isAnonymous: false };

/** What the query finds, or how it is refused. */
async function answer(session: Session, text: string): Promise<string> {
  const { query } = parse(text);
  // Each engine's own business: which documents fit a text best, and how it spells the fractions of a list, by whose
  // text DISTINCT sorts.
  const isRanked = text.includes('ecm:fulltext') && (query?.orderBy.length === 0 || text.includes('Score'));
  const isOwnOrder = isRanked || /\bDISTINCT .*doubles/.test(text);
  const asked = isOwnOrder && query ? print({ ...query, limit: undefined, offset: undefined }) : text;
  try {
    const found = await (query?.select.length === 0
      ? queryPage(session, asked, { request: EVERYTHING, sort: [], countUpTo: -1 }, (request) =>
          session.read.documents.queryIds(request),
        )
      : runProjection(session, asked));
    const rows = text.includes('Score') ? [] : found.entries.map((entry) => JSON.stringify(entry));
    return `${found.page.resultsCount} ${(isOwnOrder ? rows.toSorted() : rows).join(' ')}`;
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'invalidQuery') return error.message;
    throw error;
  }
}

const EVERYTHING = { pageSize: 0, currentPageIndex: 0 };

async function isAnsweredAlike(text: string, mayRefuse: boolean): Promise<void> {
  // By chance of the text itself, so that a shrunk query keeps its asker.
  const principals = text.length % 2 === 0 ? systemPrincipals : joe;
  const answers = await Promise.all(
    repositories.map((repository: Repository) =>
      inSession(repository, { principals }, (session) => answer(session, text)),
    ),
  );
  for (const one of answers) assert.equal(one, answers[0], text);
  if (!mayRefuse) assert.doesNotMatch(answers[0] ?? '', /^Failed to execute query/, text);
}

/** Runs batches of generated texts; the first that fails is run again by itself, where it can shrink. */
async function compareAll(texts: fc.Arbitrary<string>, count: number, mayRefuse: boolean): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const seed = SEED + done;
    const sample = fc.sample(texts, { seed, numRuns: Math.min(BATCH, count - done) });
    const numbered = sample.entries();
    const failed: number[] = [];
    const work = async (): Promise<void> => {
      for (const [place, text] of numbered) {
        await isAnsweredAlike(text, mayRefuse).catch(() => failed.push(place));
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
    const [first] = failed.toSorted((one, other) => one - other);
    if (first === undefined) continue;
    await fc.assert(
      fc.asyncProperty(texts, (text) => isAnsweredAlike(text, mayRefuse)),
      { seed, path: String(first), numRuns: 1 },
    );
    assert.fail(`Seed ${seed}, failed once and not again: ${sample[first]}`);
  }
}

const vocabulary = corpusVocabulary();
test('whole queries are answered alike', () => compareAll(validQueries(vocabulary), QUERIES * 0.4, false));
test('loose queries are answered or refused alike', () =>
  compareAll(looseQueries(vocabulary), QUERIES * 0.4, true));
test('broken queries are answered or refused alike', () =>
  compareAll(brokenQueries(vocabulary), QUERIES * 0.2, true));
nameMissingEngines(stores, 3);
