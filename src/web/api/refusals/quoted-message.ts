/** Where the server's own words stand in a sentence: marked as such, for they are in another language. Pure. */
import type { Translate } from '#web/i18n/texts.ts';

const gap = '\u{fffc}';

/** What stands before and after them. */
export function aroundQuoted(t: Translate): readonly [before: string, after: string] {
  const [before = '', after = ''] = t('said', { words: gap }).split(gap);
  return [before, after];
}

/** In a text without marks of language. Isolated, so that their direction turns nothing round them. */
export function quoted(message: string, t: Translate): string {
  return aroundQuoted(t).join(`\u2068${message}\u2069`);
}
