/** Reads the address in a link file (.url of Windows, .webloc of macOS). Pure. Invariant: only http, https or mailto. */

const protocols: readonly string[] = ['http:', 'https:', 'mailto:'];

export function linkIn(text: string): string | null {
  const address =
    /^[ \t]*URL[ \t]*=[ \t]*(\S[^\r\n]*)/im.exec(text)?.[1] ??
    /<key>URL<\/key>\s*<string>([^<]*)<\/string>/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  if (address === undefined || !URL.canParse(address.trim())) return null;
  const { protocol, href } = new URL(address.trim());
  return protocols.includes(protocol) ? href : null;
}
