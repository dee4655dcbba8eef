/** The words by which documents like one are found: those of its tags, title and description. Pure. */
import { propertyOf } from '#web/api/document-context.ts';
import { tagsOf } from '#web/api/document-details.ts';
import { isString } from '#wire/json.ts';
import type { StoredDocument } from '../stored-document.ts';

const most = 8;
/** Shorter words ("the", "und", "les") are in nearly all documents. */
const shortest = 4;
/** Scripts whose words are one or two characters long. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text of a search that finds documents with any of the words, those with most of them first; '' if it has none. */
export function similarWords(document: StoredDocument): string {
  const description = propertyOf(document, 'dc:description');
  const texts = [
    ...tagsOf(document),
    withoutExtension(document.title),
    isString(description) ? description : '',
  ];
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(texts.join('\n')))
    if (isWordLike === true && isTelling(segment)) words.add(segment.toLocaleLowerCase());
  return [...words].slice(0, most).join(' OR ');
}

function isTelling(word: string): boolean {
  return dense.test(word) || (word.length >= shortest && /^\p{L}[\p{L}\p{M}]*$/u.test(word));
}

function withoutExtension(name: string): string {
  return name.replace(/\.[^.\s]+$/, '').replaceAll('_', ' ');
}
