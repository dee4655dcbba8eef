// The addresses of extensions' pages.
export const extensionPagePattern = '/extension/:id/:page';

export function extensionPageHref(id: string, page: string): string {
  return `/extension/${encodeURIComponent(id)}/${encodeURIComponent(page)}`;
}
