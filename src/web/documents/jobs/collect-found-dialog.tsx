/** Adds everything found to a collection; the documents stay in their folders. */
import { useState } from 'react';
import { CollectionPicker } from '#web/forms/collection-picker.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { ComboboxOption } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useMadeCollection } from '../changes/use-made-collection.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { useStartBulk } from './bulk-run.ts';
import type { FoundDialogProps } from './edit-found-dialog.tsx';

export function CollectFoundDialog({ subject, count, number, onClose }: FoundDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const start = useStartBulk();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [checked, setChecked] = useState(false);
  const { made, isPending, error } = useMadeCollection();
  const submit = async () => {
    setChecked(true);
    if (chosen === null || isPending) return;
    // The dialog shows the error.
    const into = await made(chosen).catch(() => null);
    if (into === null) return;
    onClose();
    start(
      {
        subject,
        action: 'automation',
        parameters: { operationId: 'Document.AddToCollection', parameters: { collection: into.id } },
      },
      {
        doing: t('job.collecting'),
        done: ({ total }) =>
          t('job.collected', { count: total, number: format.count(total), name: into.label }),
      },
    );
  };
  return (
    <Dialog
      open
      size="small"
      title={t('job.collectTitle', { count, number })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('job.add')}
          </Button>
        </>
      }
    >
      {error === null ? null : <RefusalNote error={error} isForm />}
      <CollectionPicker value={chosen} onChange={setChosen} missing={checked && chosen === null} />
    </Dialog>
  );
}
