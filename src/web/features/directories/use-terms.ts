/**
 * Fetches the terms of one vocabulary. A tree is fetched whole, since a part of it cannot be placed; a flat one by page,
 * and filtered by the server if it has more than a page.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { directoryEntries, suggestEntries } from '#web/api/directories.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import { filterTree, labelColumns, type TermTree, termOf, treeOf } from './terms.ts';

export const termsPerPage = 200;

export interface Terms {
  /** All terms fetched, not filtered. */
  readonly tree: TermTree;
  readonly shown: TermTree;
  readonly columns: readonly string[];
  readonly total: number;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const nothing: readonly DirectoryEntryEntity[] = [];

export function useTerms(directory: DirectoryEntity, words: string, offset: number): Terms {
  const { language } = useTranslation('directories');
  const { name, parent } = directory;
  const isTree = parent !== null;
  const own = useQuery(
    directoryEntries({ directory: name, offset: isTree ? 0 : offset, pageSize: isTree ? 0 : termsPerPage }),
  );
  const above = useQuery({
    ...directoryEntries({ directory: parent ?? name }),
    enabled: isTree && parent !== name,
  });
  const total = own.data?.resultsCount ?? own.data?.entries.length ?? 0;
  const byServer = !isTree && total > termsPerPage && words.trim() !== '';
  const suggested = useQuery({
    ...suggestEntries({ directory: name, term: words.trim(), language, limit: termsPerPage }),
    enabled: byServer,
  });
  const entries = own.data?.entries ?? nothing;
  const branches = isTree && parent !== name ? (above.data?.entries ?? nothing) : nothing;
  const tree = useMemo(
    () =>
      treeOf(
        directory,
        entries.map((entry) => termOf(entry, language)),
        branches.map((entry) => termOf(entry, language, true)),
        language,
      ),
    [directory, entries, branches, language],
  );
  const found = useMemo((): TermTree => {
    const terms = (suggested.data ?? []).map(({ computedId, displayLabel, obsolete }) =>
      termOf(
        {
          'entity-type': 'directoryEntry',
          directoryName: name,
          id: computedId,
          properties: { label: displayLabel, obsolete: obsolete ? 1 : 0 },
        },
        language,
      ),
    );
    return { roots: terms, children: new Map() };
  }, [suggested.data, name, language]);
  return {
    tree,
    shown: useMemo(() => (byServer ? found : filterTree(tree, words)), [byServer, found, tree, words]),
    columns: labelColumns(directory, entries, language),
    total,
    pending: own.isPending || (isTree && parent !== name && above.isPending),
    error: own.error ?? above.error ?? suggested.error,
    retry: () => void Promise.all([own.refetch(), above.isError ? above.refetch() : null]),
  };
}
