/**
 * The topmost folders that a person may read, as a starting point for people who may not read the root, or a folder above theirs.
 */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import type { DocumentView } from './documents.ts';
import { isArrayOf, isDocument } from './guards.ts';
import { documentKeys } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';
import { byNames } from './name-order.ts';
import { nxqlPage } from './nxql-page.ts';

const folders =
  "SELECT * FROM Document WHERE ecm:mixinType = 'Folderish' AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0";
const pageSize = 100;
/** With more pages than this, searching is the better way. */
const mostPages = 10;

/** @param below a folder that the person may not read */
export function topFolders(view: DocumentView, below = '/') {
  const within =
    below === '/' ? { text: '', params: [] } : { text: ' AND ecm:path STARTSWITH ?', params: [below] };
  const queryKey = [...documentKeys.all, 'top folders', below, view];
  return queryOptions({
    queryKey,
    ...rememberedAnswer(queryKey, isArrayOf(isDocument)),
    queryFn: async ({ signal }): Promise<readonly DocumentEntity[]> => {
      let found: readonly DocumentEntity[] = [];
      for (let page = 0; page < mostPages; page += 1) {
        // STARTSWITH does not match the folder itself, which would otherwise be on the next page again.
        const params = [...within.params, ...found.flatMap(({ path }) => [path ?? '', path ?? ''])];
        const others = found.map(() => ' AND ecm:path <> ? AND NOT ecm:path STARTSWITH ?').join('');
        const query = folders + within.text + others;
        const sort = [{ by: 'ecm:path', order: 'asc' }] as const;
        const { entries } = await nxqlPage(
          { query, params, pageSize, sort, maxResults: 1 },
          { ...view, signal },
        );
        found = topmost([...found, ...entries]);
        if (entries.length < pageSize) break;
      }
      return found.toSorted((one, other) => byNames(one.title, other.title));
    },
  });
}

/** Those that are not below another one of them. */
export function topmost<T extends { readonly path: string | null }>(all: readonly T[]): readonly T[] {
  const paths = new Set(all.map(({ path }) => path));
  return all.filter(({ path }) => path !== null && !ancestorsOf(path).some((above) => paths.has(above)));
}

function ancestorsOf(path: string): readonly string[] {
  const steps = path.split('/').slice(1, -1);
  return steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`);
}
