/** Where a tag leads: to a search for all documents with it. */
import { paths } from '#web/paths.ts';

export function tagAddress(tag: string): string {
  const quoted = tag.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const q = `SELECT * FROM Document WHERE ecm:tag = '${quoted}' AND ecm:isVersion = 0 AND ecm:isTrashed = 0`;
  return paths.search.href({ mode: 'builder', q });
}
