// The terms of a vocabulary in the reader's language, for fields and for showing stored values.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DirectorySuggestion, directories, suggestEntries } from '#web/api/directories.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { directoryLabels } from './directory-options.ts';

const nothing: readonly DirectorySuggestion[] = [];

export interface DirectoryTerms {
  readonly terms: readonly DirectorySuggestion[];
  readonly loading: boolean;
  readonly error: Error | null;
}

/** All terms of a vocabulary. */
export function useDirectory(directory: string, canSelectParent = true): DirectoryTerms {
  const { language } = useTranslation('forms');
  const known = useQuery(directories());
  // Vocabularies keep labels in several languages in one of two ways; the directory's schema tells which.
  const localizedColumns = known.data?.find(({ name }) => name === directory)?.schema.startsWith('l10n');
  const found = useQuery({
    ...suggestEntries({
      directory,
      language: language,
      canSelectParent,
      localizedColumns: localizedColumns ?? directory.startsWith('l10n'),
    }),
    enabled: !known.isPending,
  });
  return { terms: found.data ?? nothing, loading: found.isFetching, error: found.error };
}

/** Labels of stored values, ancestors first; a value that is no longer a term is its own label. */
export function useDirectoryLabels(directory: string): (value: string) => readonly string[] {
  const { terms } = useDirectory(directory);
  const labels = useMemo(() => directoryLabels(terms), [terms]);
  return (value) => labels.get(value) ?? [value];
}
