/** Builds the paths of the interface. Every name from outside goes through `segment`. */

export const encodeSegment = encodeURIComponent;

/** Address of a document by repository path; that of the root is `/path/`. */
export function pathAddress(path: string): string {
  return `/path/${path
    .split('/')
    .filter((name) => name !== '')
    .map(encodeSegment)
    .join('/')}`;
}

/** `file:content`, `files:files/0/file`: slashes are kept, they separate the steps of the xpath. */
export function xpathAddress(xpath: string): string {
  return xpath.split('/').map(encodeSegment).join('/').replaceAll('%3A', ':');
}

/** One or several documents as the input of an operation. */
export function documentInput(uids: string | readonly string[]): string {
  return typeof uids === 'string' ? `doc:${uids}` : `docs:${uids.join(',')}`;
}
