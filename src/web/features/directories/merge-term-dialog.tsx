/**
 * Merges a term into another: its documents get the other term, one after the other, then it is deleted. If some documents
 * keep it (no right, changed meanwhile, stopped) it is marked as obsolete instead, and they are listed.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDirectoryEntry, updateDirectoryEntry } from '#web/api/directories.ts';
import { putDocument } from '#web/api/document-changes.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { type StartedWork, startWork } from '#web/frame/running-work.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import type { BulkFailure } from '#wire/search.ts';
import { mergedValue } from './merged-value.ts';
import type { TermUseCount } from './term-use.tsx';
import { storedValue, type Term, type TermTree } from './terms.ts';

export interface MergeTermDialogProps {
  readonly directory: string;
  readonly term: Term;
  readonly tree: TermTree;
  readonly use: TermUseCount;
  readonly onClose: () => void;
  /** The merge has ended. With failures the term still exists, for these documents. */
  readonly onMerged: (failures: readonly BulkFailure[]) => void;
}

export function MergeTermDialog(props: MergeTermDialogProps) {
  const { directory, term, tree, use, onClose, onMerged } = props;
  const { t } = useTranslation('directories');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const client = useQueryClient();
  const [to, setTo] = useState<Term | null>(null);
  const [checked, setChecked] = useState(false);
  // In a vocabulary without branches the terms are in both `roots` and `children`; the map removes duplicates.
  const all = new Map([...tree.roots, ...[...tree.children.values()].flat()].map((one) => [one.id, one]));
  const others = [...all.values()].filter(
    ({ id, borrowed, obsolete }) => id !== term.id && !borrowed && !obsolete,
  );
  const optionOf = (one: Term) => ({ id: one.id, label: one.label, detail: storedValue(tree, one) });
  const { count = 0 } = use;

  const merge = async (target: Term) => {
    const doing = t('merge.doing', { from: term.label, to: target.label });
    const work = startWork(doing);
    try {
      const values = { from: storedValue(tree, term), to: storedValue(tree, target) };
      const outcome = await mergeDocuments(client, use, values, work);
      const failures = outcome.failures.map((one) => ({
        ...one,
        message: one.message || t('merge.stopped'),
      }));
      const update = client.getMutationCache();
      const whole = failures.length === 0;
      const ending = whole
        ? update.build(client, deleteDirectoryEntry()).execute({ directory, id: term.entryId })
        : update
            .build(client, updateDirectoryEntry())
            .execute({ directory, id: term.entryId, properties: { obsolete: 1 } });
      await ending;
      addToast({
        text: t(whole ? 'merge.done' : 'merge.partly', {
          count: outcome.done,
          number: format.count(outcome.done),
          from: term.label,
          to: target.label,
        }),
      });
      onMerged(failures);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      addToast({ kind: 'bad', text: t('refused', { reason }) });
    } finally {
      work.end();
      void refreshDocuments(client);
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={t('merge.title', { name: term.label })}
      description={t('merge.text', { count, number: format.count(count) })}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (to === null) return;
        onClose();
        void merge(to);
      }}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('merge.verb')}
          </Button>
        </>
      }
    >
      <Combobox
        label={t('merge.into')}
        required
        options={others.map(optionOf)}
        value={to === null ? null : optionOf(to)}
        error={checked && to === null ? t('merge.missing') : undefined}
        onChange={(option) => setTo(others.find(({ id }) => id === option?.id) ?? null)}
      />
      <Note kind="warn">{t('merge.forGood')}</Note>
    </Dialog>
  );
}

const pageSize = 500;

/** A failure without a message: the merge was stopped before this document. */
async function mergeDocuments(
  client: QueryClient,
  { query, property }: TermUseCount,
  { from, to }: { readonly from: string; readonly to: string },
  { signal, show }: StartedWork,
): Promise<{ readonly done: number; readonly failures: readonly BulkFailure[] }> {
  const documents: DocumentEntity[] = [];
  for (let total = 1; documents.length < total; ) {
    const request = { offset: documents.length, pageSize, sort: [{ by: 'ecm:uuid', order: 'asc' }] } as const;
    const page = await client.fetchQuery({
      ...nxqlSearch(query, { ...request, view: { schemas: ['*'] } }),
      staleTime: 0,
    });
    documents.push(...page.entries);
    total = page.entries.length === 0 ? 0 : (page.resultsCount ?? 0);
  }
  const failures: BulkFailure[] = [];
  for (const [index, document] of documents.entries()) {
    const uid = document.uid ?? '';
    const value = mergedValue(document.properties?.[property], from, to);
    if (signal.aborted) failures.push({ uid, message: '' });
    else if (value !== undefined) {
      await putDocument({ document, properties: { [property]: value } }).catch((error: unknown) => {
        failures.push({ uid, message: error instanceof Error ? error.message : String(error) });
      });
    }
    show(index + 1, documents.length);
  }
  return { done: documents.length - failures.length, failures: failures };
}
