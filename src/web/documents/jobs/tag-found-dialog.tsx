/** Adds tags to everything in a list. Existing tags are kept. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { suggestTags } from '#web/api/tags.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useStartBulk } from './bulk-run.ts';
import type { FoundDialogProps } from './edit-found-dialog.tsx';

const option = (tag: string) => ({ id: tag, label: tag });

export function TagFoundDialog({ subject, count, number, onClose }: FoundDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const start = useStartBulk();
  const [tags, setTags] = useState<readonly string[]>([]);
  const [term, setTerm] = useState('');
  const found = useQuery(suggestTags(term));
  const typed = term.trim();
  const offered = [...new Set([...(typed === '' ? [] : [typed]), ...(found.data ?? []), ...tags])];
  const words = { count, number, name: '' };
  const submit = () => {
    if (tags.length === 0) return;
    onClose();
    start(
      {
        subject,
        action: 'automation',
        parameters: { operationId: 'Services.TagDocument', parameters: { tags: [...tags] } },
      },
      {
        doing: t('work.doing', words),
        done: ({ total }) => t('tags.done', { count: total, number: format.count(total) }),
      },
    );
  };
  return (
    <Dialog
      open
      size="small"
      guarded={tags.length > 0}
      title={t('job.tagTitle', words)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" disabled={tags.length === 0}>
            {t('tags.save')}
          </Button>
        </>
      }
    >
      <Combobox
        multiple
        label={t('tags.label')}
        options={offered.map(option)}
        value={tags.map(option)}
        onChange={(next) => setTags(next.map(({ id }) => id))}
        onTextChange={setTerm}
        loading={found.isFetching}
      />
    </Dialog>
  );
}
