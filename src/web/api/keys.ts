/**
 * Keys of cached answers about documents, from general to specific: facts about one document under its id, lists under the place
 * whose documents they show, so that a change refreshes exactly what it touched.
 */
export const documentKeys = {
  all: ['documents'] as const,
  byPath: (path: string) => ['documents', 'by-path', path] as const,
  one: (uid: string) => ['documents', uid] as const,
  children: (uid: string) => ['documents', uid, 'children'] as const,
  versions: (uid: string) => ['documents', uid, 'versions'] as const,
};

export const listKeys = {
  all: ['search'] as const,
  /** @param place the folder or collection, "trash", "recent" …; null for a search */
  of: (place: string | null) => ['search', 'place', place] as const,
  childrenCounts: (folders: readonly string[]) => ['search', 'children counts', folders] as const,
};

/** All queries that show documents. */
export const documentFamilies = [documentKeys.all, listKeys.all] as const;
