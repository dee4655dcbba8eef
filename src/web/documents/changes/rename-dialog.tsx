/** Asks for a new name, on pages without a row to type it in. */
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { StoredDocument } from '../stored-document.ts';
import { useChanges } from './use-changes.ts';

export interface RenameDialogProps {
  readonly document: StoredDocument;
  readonly onClose: () => void;
}

export function RenameDialog({ document, onClose }: RenameDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const changes = useChanges();
  const [title, setTitle] = useState(document.title);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = () => {
    const wanted = title.trim();
    if (wanted === '') {
      setProblem(t('new.nameMissing'));
      return;
    }
    onClose();
    if (wanted !== document.title) void changes.rename(document, wanted);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      guarded={title !== document.title}
      title={t('rename.action')}
      initialFocus={field}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('rename.action')}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={t('rename.field', { name: document.title })}
        value={title}
        error={problem}
        required
        autoComplete="off"
        onChange={(next) => {
          setTitle(next);
          setProblem(undefined);
        }}
      />
    </Dialog>
  );
}
