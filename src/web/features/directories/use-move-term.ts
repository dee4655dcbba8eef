/** Moves a term among its siblings by writing their orderings, one after the other. */
import { useMutation } from '@tanstack/react-query';
import { updateDirectoryEntry } from '#web/api/directories.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { announce } from '#web/ui/live-region.tsx';
import { orderingsAfterMove, siblingsOf, type Term, type TermTree } from './terms.ts';

export interface MoveTerm {
  readonly run: (term: Term, step: number) => void;
  readonly error: Error | null;
}

export function useMoveTerm(directory: string, tree: TermTree): MoveTerm {
  const { t } = useTranslation('directories');
  const { mutateAsync } = useMutation(updateDirectoryEntry());
  const { mutate, error } = useMutation({
    mutationFn: async ({ term, step }: { readonly term: Term; readonly step: number }) => {
      for (const { entryId, ordering } of orderingsAfterMove(siblingsOf(tree, term.id), term.id, step)) {
        await mutateAsync({ directory, id: entryId, properties: { ordering } });
      }
    },
    onSuccess: (_data, { term }) => announce(t('moved', { name: term.label })),
  });
  return { run: (term, step) => mutate({ term, step }), error };
}
