/** Adds documents to a collection; they stay in their folders. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addToCollection, removeFromCollection } from '#web/api/collections.ts';
import { CollectionPicker } from '#web/forms/collection-picker.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { ComboboxOption } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RefusalNote } from '../refusal-note.tsx';
import type { StoredDocument } from '../stored-document.ts';
import { useMadeCollection } from './use-made-collection.ts';

export interface CollectDialogProps {
  readonly documents: readonly StoredDocument[];
  readonly onClose: () => void;
}

export function CollectDialog({ documents, onClose }: CollectDialogProps) {
  const { t } = useTranslation('changes');
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [checked, setChecked] = useState(false);
  const add = useMutation(addToCollection());
  const remove = useMutation(removeFromCollection());
  // Not a callback of `mutate`: those are dropped when the dialog unmounts, and it has closed by then.
  const refused = ({ message }: Error) =>
    addToast({ kind: 'bad', text: t('collections.refused', { reason: message }) });
  const collection = useMadeCollection();
  const isPending = collection.isPending || add.isPending;
  const error = collection.error ?? add.error;
  const submit = async () => {
    setChecked(true);
    if (chosen === null || isPending) return;
    try {
      const into = await collection.made(chosen);
      // If adding fails now, the collection must not be made a second time.
      setChosen(into);
      const change = { collectionId: into.id, uids: documents.map(({ uid }) => uid) };
      await add.mutateAsync(change);
      addToast({
        text: t('collections.added', { count: documents.length, name: into.label }),
        undo: () => void remove.mutateAsync(change).catch(refused),
      });
      onClose();
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={t('collections.add')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('collections.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('collections.add')}
          </Button>
        </>
      }
    >
      {error === null ? null : <RefusalNote error={error} isForm />}
      <CollectionPicker value={chosen} onChange={setChosen} missing={checked && chosen === null} />
    </Dialog>
  );
}
