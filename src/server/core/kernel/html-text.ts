/**
 * The words of HTML that people wrote.
 * Invariant: takes time in proportion to the text, whatever stands in it: an end that never comes is looked for once.
 */

/** Anything between angle brackets becomes `instead`; no bracket opens within another. */
export function withoutTags(html: string, instead: string): string {
  return html.replace(/<[^<>]*>/g, instead);
}

/** For readers that show no HTML. */
export function plainText(html: string): string {
  const words = html
    // Styles and scripts are none. One that is never closed is all of the rest, as in browsers.
    .replace(/<(style|script)\b.*?(?:<\/\1\b[^<>]*>|$)/gis, '')
    .replace(/<br\b[^<>]*>|<\/(p|div|li|h\d|tr)>/gi, '\n');
  return withoutTags(words, '')
    .replace(/&(lt|gt|amp|quot|nbsp);/g, (_, name: string) => characters[name] ?? ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };
