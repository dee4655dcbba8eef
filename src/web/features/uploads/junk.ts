/** Files that systems leave in folders for themselves; nobody wants them filed. */
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
  // "._name" is what macOS leaves beside "name" on foreign disks.
  return names.has(name.toLowerCase()) || name.startsWith('._') || name === '__MACOSX';
}
