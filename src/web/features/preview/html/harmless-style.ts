// Removes from styles what would be fetched. The frame's policy would stop it, too; this keeps the browser from trying.
// Pure.

export interface HarmlessStyle {
  readonly css: string;
  /** Number of addresses removed. */
  readonly blocked: number;
}

export function harmlessStyle(css: string): HarmlessStyle {
  let blocked = 0;
  const without = css
    .replaceAll(/@import[^;]*;?/gi, '')
    // The closing parenthesis is optional, so that an unclosed `url(` is read to the end once: searching for it again from
    // each start would take hours.
    .replaceAll(/url\(([^)]*)\)?/gi, (whole, within: string) => {
      const address = within.trim().replace(/^["']\s*/, '');
      if (/^(?:data:image\/|#)/i.test(address)) return whole;
      if (/^(?:https?:|\/\/)/i.test(address)) blocked += 1;
      return 'none';
    });
  return { css: without, blocked };
}
