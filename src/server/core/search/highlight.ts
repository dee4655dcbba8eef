/**
 * Excerpts around the words of a search, with those words in `<em>`.
 * Invariant: the excerpts are safe HTML: everything else in them is escaped.
 */

import { isFulltextName, type Predicate, parse } from '#nxql/index.ts';
import { searchableText } from '../documents/properties.ts';
import type { Budget } from '../kernel/budget.ts';
import { foldCase, foldText, type WrittenWord, writtenWords } from '../kernel/fulltext.ts';
import { withoutTags } from '../kernel/html-text.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

export interface Highlight {
  readonly field: string;
  readonly segments: readonly string[];
}

const mostSegments = 3;
const around = 60;

/** The words of full-text predicates, without excluded ones; a trailing star is kept. */
export function searchedWords(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word !== '' && !word.startsWith('-') && !/^or$/i.test(word));
}

/** The full-text arguments of a query, without excluded words. */
export function fulltextIn(text: string): readonly string[] {
  const where = parse(text).query?.where;
  return where === undefined ? [] : fulltextOf(where);
}

function fulltextOf(predicate: Predicate): readonly string[] {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.items.flatMap(fulltextOf);
    case 'comparison': {
      const { left, operator, right } = predicate;
      const asks = left.kind === 'reference' && isFulltextName(left.name) && operator === '=';
      return asks && right.kind === 'string' ? [right.value] : [];
    }
    case 'like':
      return isFulltextName(predicate.reference.name) && !predicate.negated
        ? [predicate.pattern.value.replaceAll('%', '*')]
        : [];
    default:
      return [];
  }
}

export async function highlights(
  session: Session,
  rows: readonly DocumentRow[],
  fields: readonly string[],
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly Highlight[]>> {
  const found = new Map<string, readonly Highlight[]>();
  for (const row of rows) {
    const list: Highlight[] = [];
    for (const field of new Set(fields)) {
      const segments = await segmentsOf(await textOf(session, row, field), words, session.budget);
      if (segments.length > 0) list.push({ field, segments });
    }
    found.set(row.id, list);
  }
  return found;
}

/** `dc:title.fulltext` is the index on `dc:title`; `ecm:binarytext` is the text extracted from files. */
async function textOf(session: Session, row: DocumentRow, field: string): Promise<string> {
  const property = field.replace(/\.fulltext$/, '');
  if (property === 'ecm:binarytext' || property === 'ecm:fulltext') {
    const fileText = (await session.read.documents.getText(row.id))?.blobText ?? '';
    return property === 'ecm:binarytext' ? fileText : `${searchableText(row.properties)} ${fileText}`;
  }
  const value = row.properties[property];
  if (
    property === 'note:note' &&
    row.properties['note:mime_type'] === 'text/html' &&
    typeof value === 'string'
  )
    return withoutTags(value, ' ');
  return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
}

/** Processed at a time: a few milliseconds' work. */
const wordsAtOnce = 2_000;

/** @param budget of the call: a text may be long, and a page may have many */
export async function segmentsOf(
  text: string,
  words: readonly string[],
  budget: Pick<Budget, 'step'>,
): Promise<readonly string[]> {
  const wanted = words.flatMap((word) =>
    foldText(word).map((folded) => ({ folded, isPrefix: word.endsWith('*') })),
  );
  if (wanted.length === 0) return [];
  const segments: string[] = [];
  let [start, end] = [0, -1];
  let inside: WrittenWord[] = [];
  const close = () => {
    if (inside.length > 0) segments.push(marked(text, start, end, inside));
  };
  let looked = 0;
  for (const hit of writtenWords(text)) {
    if (looked++ % wordsAtOnce === 0) await budget.step();
    const folded = foldCase(hit.word);
    if (!wanted.some((one) => (one.isPrefix ? folded.startsWith(one.folded) : folded === one.folded)))
      continue;
    if (hit.index >= end) {
      close();
      if (segments.length === mostSegments) return segments;
      inside = [];
      start = firstWord(text, hit.index);
      end = lastWord(text, hit.index + hit.word.length);
    }
    inside.push(hit);
  }
  close();
  return segments;
}

/** Where the excerpt around a hit begins: between words, unless the word that is cut is very long. */
function firstWord(text: string, hit: number): number {
  const start = Math.max(0, hit - around);
  if (start === 0) return start;
  return start + (/^\S{0,20}\s/.exec(text.slice(start, hit))?.[0].length ?? 0);
}

/** Where it ends. */
function lastWord(text: string, hit: number): number {
  const end = Math.min(text.length, hit + around);
  if (end === text.length) return end;
  return end - (/\s\S{0,20}$/.exec(text.slice(hit, end))?.[0].length ?? 0);
}

function marked(text: string, start: number, end: number, hits: readonly WrittenWord[]): string {
  let out = '';
  let at = start;
  for (const { index, word } of hits) {
    out += escaped(text.slice(at, index));
    at = Math.max(at, index);
    out += `<em>${escaped(text.slice(at, index + word.length))}</em>`;
    at = index + word.length;
  }
  return (out + escaped(text.slice(at, Math.max(at, end)))).replaceAll('</em><em>', '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
