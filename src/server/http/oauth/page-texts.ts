/** The texts of the sign-in and consent pages, in the manager's languages; English for others. */
import { arabic } from './texts/arabic.ts';
import { english, type PageTexts } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';
import { japanese } from './texts/japanese.ts';
import { spanish } from './texts/spanish.ts';

const all: ReadonlyMap<string, PageTexts> = new Map([
  ['en', english],
  ['fr', french],
  ['de', german],
  ['es', spanish],
  ['ja', japanese],
  ['ar', arabic],
]);

export interface SpokenTexts {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: PageTexts;
}

/** The first supported language of an `Accept-Language` header. */
export function languageAmong(accepted: string): string {
  const tags = accepted.split(',').map((tag) => /^\s*([a-z]{2,3})\b/i.exec(tag)?.[1]?.toLowerCase() ?? '');
  return tags.find((tag) => all.has(tag)) ?? 'en';
}

export function textsFor(locale: string): SpokenTexts {
  const texts = all.get(locale);
  const language = texts ? locale : 'en';
  return { language, direction: language === 'ar' ? 'rtl' : 'ltr', texts: texts ?? english };
}
