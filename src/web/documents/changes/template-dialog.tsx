/** Asks for a template and a name, and makes a copy of the template in the folder. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { creatableTypes } from '#web/api/document-context.ts';
import { createFromTemplate, templates } from '#web/api/templates.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FailureNote } from '../failure-note.tsx';
import { addressOf } from '../open-document.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { isStored, type StoredDocument } from '../stored-document.ts';

export interface TemplateDialogProps {
  readonly folder: StoredDocument;
  readonly onClose: () => void;
}

export function TemplateDialog({ folder, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const navigate = useNavigate();
  const found = useQuery(templates());
  const creating = useMutation(createFromTemplate());
  const [chosen, setChosen] = useState<StoredDocument | null>(null);
  const [title, setTitle] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLSelectElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const types = creatableTypes(folder).map(({ type }) => type);
  const offered = found.data?.filter(isStored).filter(({ type }) => types.includes(type));
  const hasNone = offered?.length === 0;
  // The fields had the focus until the answer came.
  useEffect(() => {
    if (hasNone) close.current?.focus();
  }, [hasNone]);

  const submit = () => {
    setTried(true);
    const name = title.trim();
    if (chosen === null || name === '' || creating.isPending) return;
    creating.mutate(
      { templateId: chosen.uid, folderId: folder.uid, title: name },
      {
        onSuccess: (made) => {
          onClose();
          if (!isStored(made)) return;
          const open = () => void navigate(addressOf(made));
          addToast({ text: t('new.done', { name: made.title }), action: { label: t('open'), run: open } });
        },
      },
    );
  };

  return (
    <Dialog
      open
      size="small"
      title={t('template.title')}
      description={t('new.in', { name: folder.title })}
      initialFocus={field}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button ref={close} onClick={onClose}>
            {common('cancel')}
          </Button>
          {hasNone ? null : (
            <Button
              variant="primary"
              type="submit"
              loading={creating.isPending}
              loadingText={t('new.making')}
            >
              {t('new.make')}
            </Button>
          )}
        </>
      }
    >
      {found.isError ? <FailureNote error={found.error} onRetry={() => void found.refetch()} /> : null}
      {hasNone ? (
        <Note kind="info">{t('template.none')}</Note>
      ) : (
        <>
          <Select
            ref={field}
            label={t('template.label')}
            placeholder={t('template.choose')}
            required
            error={tried && chosen === null ? t('template.choose') : undefined}
            value={chosen?.uid ?? ''}
            options={(offered ?? []).map(({ uid, title: label }) => ({ value: uid, label }))}
            onChange={(uid) => {
              const template = offered?.find((one) => one.uid === uid) ?? null;
              if (title === (chosen?.title ?? '')) setTitle(template?.title ?? '');
              setChosen(template);
            }}
          />
          <TextField
            label={t('new.name')}
            value={title}
            error={tried && chosen !== null && title.trim() === '' ? t('new.nameMissing') : undefined}
            required
            autoComplete="off"
            onChange={setTitle}
          />
        </>
      )}
      {creating.error === null ? null : <RefusalNote error={creating.error} isForm />}
    </Dialog>
  );
}
