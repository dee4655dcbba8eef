/** The dialog for a new term. Its identifier is made from its first label until somebody types another. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '#web/api/api-error.ts';
import { createDirectoryEntry } from '#web/api/directories.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DirectoryEntity } from '#wire/directory.ts';
import { isString, type JsonObject } from '#wire/json.ts';
import { TermFields } from './term-fields.tsx';
import type { Terms } from './use-terms.ts';

export interface NewTermDialogProps {
  readonly directory: DirectoryEntity;
  readonly terms: Terms;
  readonly parent: string | null;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}

export function NewTermDialog({ directory, terms, parent, onClose, onDone }: NewTermDialogProps) {
  const { t } = useTranslation('directories');
  const [values, setValues] = useState<JsonObject>(directory.parent === null ? {} : { parent });
  const [written, setWritten] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const { mutate, isPending, error } = useMutation(createDirectoryEntry());
  const first = values[terms.columns[0] ?? 'label'];
  const id = (written ?? identifierFrom(isString(first) ? first : '')).trim();
  const taken = isConflict(error);
  const problem = checked && id === '' ? t('missing') : taken ? t('taken') : undefined;
  const submit = () => {
    setChecked(true);
    if (id === '' || isPending) return;
    mutate(
      { directory: directory.name, id, properties: values },
      {
        onSuccess: (entry) => {
          addToast({ text: t('added', { name: isString(first) && first !== '' ? first : entry.id }) });
          onDone(entry.id);
        },
      },
    );
  };
  return (
    <Dialog
      open
      guarded
      title={t('add')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('add')}
          </Button>
        </>
      }
    >
      {error === null || taken ? null : <RefusalNote error={error} isForm />}
      <TermFields directory={directory} terms={terms} id="" values={values} onChange={setValues} />
      <TextField
        label={t('identifier')}
        hint={t('identifierHint')}
        required
        autoComplete="off"
        spellCheck={false}
        value={written ?? id}
        error={problem}
        onChange={setWritten}
      />
    </Dialog>
  );
}

/** "Procès-verbal de bornage" → `proces-verbal-de-bornage`. */
function identifierFrom(label: string): string {
  return label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
