/** Tags of one or many documents: tags that all have are shown as chosen; additions and removals apply to all. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentById } from '#web/api/document-by-id.ts';
import { tagsOf } from '#web/api/document-details.ts';
import { suggestTags } from '#web/api/tags.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailureNote } from '../failure-note.tsx';
import type { StoredDocument } from '../stored-document.ts';
import { setRenameTag } from './rename-tag.ts';
import { type TagDelta, useChanges } from './use-changes.ts';

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
  const unread = answers.filter(({ error, data }) => error !== null && data === undefined);
  const failure = unread[0]?.error ?? null;
  const [chosen, setChosen] = useState<readonly string[]>();
  const [term, setTerm] = useState('');
  const found = useQuery(suggestTags(term));
  const changes = useChanges();
  const [saving, setSaving] = useState(false);
  const shown = chosen ?? shared;
  const typed = term.trim();
  const offered = [...new Set([...(typed === '' ? [] : [typed]), ...(found.data ?? []), ...shown])];
  const count = documents.length;

  const save = async () => {
    const added = shown.filter((tag) => !shared.includes(tag));
    const removed = shared.filter((tag) => !shown.includes(tag));
    const changed = documents.flatMap(({ uid }, index): readonly TagDelta[] => {
      const before = all[index] ?? [];
      const add = added.filter((tag) => !before.includes(tag));
      return add.length + removed.length === 0 ? [] : [{ uid, add, remove: removed }];
    });
    setSaving(true);
    const done = changed.length === 0 || (await changes.tag(documents, changed));
    setSaving(false);
    if (done) onClose();
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
          <Button
            variant="quiet"
            onClick={() => {
              onClose();
              setRenameTag(true);
            }}
          >
            {t('renameTag.action')}
          </Button>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" disabled={!known} loading={saving}>
            {t('tags.save')}
          </Button>
        </>
      }
    >
      {failure === null ? null : (
        <FailureNote
          error={failure}
          onRetry={() => {
            for (const { refetch } of unread) void refetch();
          }}
        />
      )}
      <Combobox
        multiple
        label={t('tags.label')}
        hint={count > 1 ? t('tags.common') : undefined}
        options={offered.map(option)}
        value={shown.map(option)}
        onChange={(next) => setChosen(next.map(({ id }) => id))}
        onTextChange={setTerm}
        loading={found.isFetching || (!known && unread.length === 0)}
      />
    </Dialog>
  );
}
