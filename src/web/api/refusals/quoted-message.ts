/** Quotes the server's own text within a sentence: marked, because it may be in another language. Pure. */
import type { Translate } from '#web/i18n/texts.ts';

const gap = '\u{fffc}';

/** The text before and after the quotation. */
export function aroundQuoted(t: Translate): readonly [before: string, after: string] {
  const [before = '', after = ''] = t('said', { words: gap }).split(gap);
  return [before, after];
}

/** For plain text. The quotation is isolated, so that its direction does not affect the text around it. */
export function quoted(message: string, t: Translate): string {
  return aroundQuoted(t).join(`\u2068${message}\u2069`);
}
