/** Changes for what is on the first screen: their code comes after the first rows, with the selection's tools. */
import { useQueryClient } from '@tanstack/react-query';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Changes } from './use-changes.ts';

export function useChangeLater(): (change: (changes: Changes) => Promise<boolean>) => Promise<boolean> {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const client = useQueryClient();
  return async (change) => {
    const { changesOf } = await import('./use-changes.ts');
    return change(changesOf({ client, t, format }));
  };
}
