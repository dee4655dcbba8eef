/** Files that operating systems leave in folders for their own use; they are not uploaded. */
const names = new Set([
  '.ds_store',
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '.localized',
  '.directory',
  'icon\r',
]);

export function isJunk(name: string): boolean {
  // macOS writes "._name" beside "name" on disks of other formats.
  return names.has(name.toLowerCase()) || name.startsWith('._') || name === '__MACOSX';
}
