/** Asks for the name of a new document, makes it, and says so. */

import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createDocument } from '#web/api/document-changes.ts';
import { randomText } from '#web/api/random.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addressOf } from '../open-document.ts';
import { isStored, type StoredDocument } from '../stored-document.ts';
import { useKindWords } from '../use-kind-word.ts';

export interface NewDialogProps {
  readonly folder: StoredDocument;
  readonly type: string;
  readonly onClose: () => void;
}

export function NewDialog({ folder, type, onClose }: NewDialogProps) {
  const { t } = useTranslation('changes');
  const words = useKindWords();
  const { t: common } = useTranslation('ui');
  const navigate = useNavigate();
  const creating = useMutation(createDocument());
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const [idempotencyKey] = useState(() => randomText(16));
  const field = useRef<HTMLInputElement>(null);
  const kind = words.ofType(type);

  const submit = () => {
    const name = title.trim();
    if (name === '') {
      setProblem(t('new.nameMissing'));
      return;
    }
    creating.mutate(
      { parentId: folder.uid, type, name, properties: { 'dc:title': name }, idempotencyKey },
      {
        onSuccess: (made) => {
          onClose();
          if (!isStored(made)) return;
          const open = () => void navigate(addressOf(made));
          addToast({ text: t('new.done', { name: made.title }), action: { label: t('open'), run: open } });
        },
        onError: ({ message }) => setProblem(t('new.failed', { reason: message })),
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      guarded
      title={t('new.one', { type: kind })}
      description={t('new.in', { name: folder.title })}
      initialFocus={field}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button look="primary" type="submit" loading={creating.isPending} loadingText={t('new.making')}>
            {t('new.make')}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={t('new.name')}
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
