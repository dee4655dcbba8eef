/** Where a file of a link leads: .url of Windows and .webloc of the Mac. Pure. Invariant: to the web or to a mail address only. */

const protocols: readonly string[] = ['http:', 'https:', 'mailto:'];

export function linkIn(text: string): string | null {
  const address =
    /^[ \t]*URL[ \t]*=[ \t]*(\S[^\r\n]*)/im.exec(text)?.[1] ??
    /<key>URL<\/key>\s*<string>([^<]*)<\/string>/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  if (address === undefined || !URL.canParse(address.trim())) return null;
  const { protocol, href } = new URL(address.trim());
  return protocols.includes(protocol) ? href : null;
}
