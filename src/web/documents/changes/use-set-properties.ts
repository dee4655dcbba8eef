/**
 * Sets properties of several documents, one after the other; one undo for all. Invariant: a document that somebody else has
 * changed meanwhile is not changed, neither by this nor by its undo, and is listed.
 */
import { useQueryClient } from '@tanstack/react-query';
import { documentById } from '#web/api/document-by-id.ts';
import { putDocument } from '#web/api/document-changes.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import { hasValues, type PropertyChange } from './new-values.ts';
import { oneByOne } from './one-by-one.ts';

interface Done {
  readonly uid: string;
  readonly saved: DocumentEntity;
  readonly before: JsonObject;
}

export function useSetProperties() {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  const words = { t, format };
  const report = ({ done, left }: { readonly done: number; readonly left: number }, undo?: () => void) => {
    const counted = (count: number) => ({ count, number: format.count(count) });
    const sentences = [
      ...(done === 0 ? [] : [t('job.edited', counted(done))]),
      ...(left === 0 ? [] : [t('work.stopped', counted(left))]),
    ];
    if (sentences.length > 0) addToast({ text: sentences.join(' '), undo });
  };

  const takeBack = async (changed: readonly Done[]) => {
    const worked = await oneByOne(
      changed,
      words,
      t('job.editing'),
      client,
      async ({ uid, saved, before }) => {
        const document = await client.fetchQuery({ ...documentById(uid), staleTime: 0 });
        const names = Object.keys(before);
        const given = Object.fromEntries(names.map((name) => [name, saved.properties?.[name] ?? null]));
        if (!hasValues(document, given)) throw new Error(t('job.changedSince'));
        await putDocument({ document, properties: before });
      },
    );
    report(worked);
  };

  return async (changes: readonly PropertyChange[]): Promise<void> => {
    const changed: Done[] = [];
    const worked = await oneByOne(
      changes,
      words,
      t('job.editing'),
      client,
      async ({ uid, document, before, after }) => {
        const saved = await putDocument({ document, properties: after });
        changed.push({ uid, saved, before });
      },
    );
    report(worked, changed.length === 0 ? undefined : () => void takeBack(changed));
  };
}
