/**
 * Where answers about documents lie in the cache. From general to specific: what is known of one document under its id,
 * lists under the place whose documents they show, so that a change asks again for what it touched and nothing else.
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

/** Everything that shows documents. */
export const documentFamilies = [documentKeys.all, listKeys.all] as const;
