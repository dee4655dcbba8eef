/** Tags of one or many documents: those all have stand as chosen; what is added goes to all, what is removed to all. */
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagsOf } from '#web/api/document-context.ts';
import { documentById } from '#web/api/documents.ts';
import { addTags, removeTags, suggestTags } from '#web/api/tags.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { StoredDocument } from '../stored-document.ts';

export interface TagsDialogProps {
  readonly documents: readonly StoredDocument[];
  readonly onClose: () => void;
}

const tagView = { enrichers: { document: ['tags'] } };
const option = (tag: string): ComboboxOption => ({ id: tag, label: tag });

export function TagsDialog({ documents, onClose }: TagsDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const answers = useQueries({ queries: documents.map(({ uid }) => documentById(uid, tagView)) });
  const all = answers.map(({ data }) => (data === undefined ? undefined : tagsOf(data)));
  const known = all.every((tags) => tags !== undefined);
  const shared = known ? (all[0] ?? []).filter((tag) => all.every((tags) => tags?.includes(tag))) : [];
  const [chosen, setChosen] = useState<readonly string[]>();
  const [term, setTerm] = useState('');
  const found = useQuery(suggestTags(term));
  const adding = useMutation(addTags());
  const removing = useMutation(removeTags());
  const shown = chosen ?? shared;
  const typed = term.trim();
  const offered = [...new Set([...(typed === '' ? [] : [typed]), ...(found.data ?? []), ...shown])];
  const count = documents.length;

  const save = async () => {
    const uids = documents.map(({ uid }) => uid);
    const added = shown.filter((tag) => !shared.includes(tag));
    const removed = shared.filter((tag) => !shown.includes(tag));
    try {
      if (added.length > 0) await adding.mutateAsync({ uids, tags: added });
      if (removed.length > 0) await removing.mutateAsync({ uids, tags: removed });
      if (added.length + removed.length > 0)
        addToast({ text: t('tags.done', { count, number: format.count(count) }) });
      onClose();
    } catch (error) {
      addToast({
        kind: 'bad',
        text: t('tags.failed', { reason: error instanceof Error ? error.message : '' }),
      });
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      guarded={chosen !== undefined}
      title={t('tags.title', { count, number: format.count(count), name: documents[0]?.title ?? '' })}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={!known}
            loading={adding.isPending || removing.isPending}
          >
            {t('tags.save')}
          </Button>
        </>
      }
    >
      <Combobox
        multiple
        label={t('tags.label')}
        hint={count > 1 ? t('tags.common') : undefined}
        options={offered.map(option)}
        value={shown.map(option)}
        onChange={(next) => setChosen(next.map(({ id }) => id))}
        onTextChange={setTerm}
        loading={found.isFetching || !known}
      />
    </Dialog>
  );
}
