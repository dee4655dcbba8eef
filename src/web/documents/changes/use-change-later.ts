/** `useChanges` for parts of the first view: its code loads after the first rows, with the selection's tools. */
import { useQueryClient } from '@tanstack/react-query';
import { loadNamespace, translator } from '#web/i18n/texts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import type { Changes } from './use-changes.ts';

export function useChangeLater(): (change: (changes: Changes) => Promise<boolean>) => Promise<boolean> {
  const format = useFormat();
  const client = useQueryClient();
  return async (change) => {
    const [{ changesOf }] = await Promise.all([import('./use-changes.ts'), loadNamespace('changes')]);
    return change(changesOf({ client, t: translator('changes'), format }));
  };
}
