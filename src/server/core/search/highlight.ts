/**
 * Pieces of text around the words that a search asked for, with those words in `<em>`.
 * Invariant: the pieces are safe to show as HTML: everything else in them is escaped.
 */
import { foldCase, foldText } from '../fulltext.ts';
import { withoutTags } from '../html-text.ts';
import type { DocumentRow } from '../model.ts';
import { searchableText } from '../properties.ts';
import type { Session } from '../session.ts';

export interface Highlight {
  readonly field: string;
  readonly segments: readonly string[];
}

const mostSegments = 3;
const around = 60;

/** The words behind full-text predicates: no negatives, a trailing star kept. */
export function searchedWords(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word !== '' && !word.startsWith('-') && !/^or$/i.test(word));
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
    for (const field of fields) {
      const segments = segmentsOf(await textOf(session, row, field), words);
      if (segments.length > 0) list.push({ field, segments });
    }
    found.set(row.id, list);
  }
  return found;
}

/**
 * `dc:title.fulltext` is the index on `dc:title`; `ecm:binarytext` the text taken out of files, which is kept as the
 * index has it: folded.
 */
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

export function segmentsOf(text: string, words: readonly string[]): readonly string[] {
  const wanted = words.flatMap((word) =>
    foldText(word).map((folded) => ({ folded, isPrefix: word.endsWith('*') })),
  );
  if (wanted.length === 0) return [];
  const hits = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => {
    const folded = foldCase(word);
    return wanted.some((one) => (one.isPrefix ? folded.startsWith(one.folded) : folded === one.folded));
  });
  const segments: string[] = [];
  let covered = -1;
  for (const hit of hits) {
    if (segments.length === mostSegments) break;
    if (hit.index < covered) continue;
    const start = Math.max(0, hit.index - around);
    const end = Math.min(text.length, hit.index + hit[0].length + around);
    covered = end;
    const inside = hits.filter(({ index }) => index >= start && index < end);
    segments.push(marked(text, start, end, inside));
  }
  return segments;
}

function marked(text: string, start: number, end: number, hits: readonly RegExpExecArray[]): string {
  let out = '';
  let at = start;
  for (const { index, 0: word } of hits) {
    out += `${escaped(text.slice(at, index))}<em>${escaped(word)}</em>`;
    at = index + word.length;
  }
  return out + escaped(text.slice(at, Math.max(at, end)));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
