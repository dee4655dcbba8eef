/**
 * Plain text from HTML.
 * Invariant: the time is proportional to the length of the text, also with tags that are never closed.
 */

/** Replaces each tag by `instead`. A tag never contains another `<`. */
export function withoutTags(html: string, instead: string): string {
  return html.replace(/<[^<>]*>/g, instead);
}

/** For readers that show no HTML, such as mail programs. */
export function plainText(html: string): string {
  const words = html
    // Styles and scripts are not text. One that is never closed reaches to the end, as in browsers.
    .replace(/<(style|script)\b.*?(?:<\/\1\b[^<>]*>|$)/gis, '')
    .replace(/<br\b[^<>]*>|<\/(p|div|li|h\d|tr)>/gi, '\n');
  return withoutTags(words, '')
    .replace(/&(lt|gt|amp|quot|nbsp);/g, (_, name: string) => characters[name] ?? ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };
