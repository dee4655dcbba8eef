/**
 * Renames a tag on every document that the user may write; the name of another tag merges the two.
 * Documents that may only be read keep the old tag, and are listed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { documentsTagged, replaceTag, suggestTags, withTag } from '#web/api/tags.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { listFailures } from '../jobs/failures.ts';
import { inSteps } from './in-steps.ts';

export interface RenameTagDialogProps {
  readonly onClose: () => void;
}

const option = (tag: string): ComboboxOption => ({ id: tag, label: tag });

export function RenameTagDialog({ onClose }: RenameTagDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const client = useQueryClient();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [term, setTerm] = useState('');
  const [newTerm, setNewTerm] = useState('');
  const [checked, setChecked] = useState(false);
  const known = useQuery(suggestTags(term));
  const others = useQuery(suggestTags(newTerm));
  const count = useQuery({ ...documentsTagged(from ?? ''), enabled: from !== null }).data?.resultsCount;
  const typed = newTerm.trim();
  const offered = [...new Set([...(typed === '' ? [] : [typed]), ...(others.data ?? [])])].filter(
    (tag) => tag !== from,
  );
  const merges = to !== null && (others.data ?? []).includes(to);
  const counted = (number: number) => ({ count: number, number: format.count(number) });

  const rename = async (old: string, next: string) => {
    const { writable, refused: readOnly } = await withTag(client, old);
    const { done, rest } = await inSteps(
      writable,
      { t, format },
      t('renameTag.doing', { from: old, to: next }),
      (uids) => replaceTag(uids, old, next),
    );
    void refreshDocuments(client);
    void client.invalidateQueries({ queryKey: ['tags'] });
    addToast({
      text: [t('renameTag.done', { ...counted(done.length), from: old, to: next }), rest ?? '']
        .join(' ')
        .trim(),
    });
    const failures = readOnly.map((uid) => ({ uid, message: t('renameTag.readOnly') }));
    if (readOnly.length > 0) listFailures({ failures, count: readOnly.length });
  };
  const submit = () => {
    setChecked(true);
    if (from === null || to === null) return;
    onClose();
    rename(from, to).catch((error: unknown) =>
      addToast({
        kind: 'bad',
        text: t('tags.failed', { reason: error instanceof Error ? error.message : String(error) }),
      }),
    );
  };
  return (
    <Dialog
      open
      size="small"
      title={t('renameTag.title')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t(merges ? 'renameTag.merge' : 'renameTag.verb')}
          </Button>
        </>
      }
    >
      <Combobox
        label={t('renameTag.from')}
        required
        options={(known.data ?? []).map(option)}
        value={from === null ? null : option(from)}
        error={checked && from === null ? t('renameTag.missing') : undefined}
        hint={count === undefined ? undefined : t('renameTag.count', counted(count))}
        onTextChange={setTerm}
        loading={known.isFetching}
        onChange={(next) => setFrom(next?.id ?? null)}
      />
      <Combobox
        label={t('renameTag.to')}
        required
        options={offered.map(option)}
        value={to === null ? null : option(to)}
        error={checked && to === null ? t('renameTag.missing') : undefined}
        onTextChange={setNewTerm}
        loading={others.isFetching}
        onChange={(next) => setTo(next?.id ?? null)}
      />
      {merges ? <Note>{t('renameTag.merges', { name: to })}</Note> : null}
    </Dialog>
  );
}
