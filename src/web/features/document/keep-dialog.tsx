// Makes a document a record, sets its retention, and sets legal holds. Warns before steps that cannot be undone.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/api/document-context.ts';
import { type Keep, keepDocument } from '#web/api/records.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { fromInput, parseDate } from '#web/forms/date-value.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField, isDateText } from '#web/ui/controls/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './keep-dialog.module.css';

export interface KeepDialogProps {
  readonly document: StoredDocument;
  readonly onClose: () => void;
}

export function KeepDialog({ document, onClose }: KeepDialogProps) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation(keepDocument());
  const { uid, isRecord, retainUntil, hasLegalHold } = document;
  const retainedUntil = parseDate(retainUntil);
  const act = (what: Keep['act']) => mutate({ uid, act: what });
  const day = until !== '' && isDateText(until) ? fromInput(until) : null;
  return (
    <Dialog
      open
      size="small"
      title={t('keep.title')}
      description={t(isRecord ? 'keep.isRecord' : 'keep.isNone')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('keep.close')}</Button>}
    >
      {error === null ? null : <RefusalNote error={error} isForm />}
      {!isRecord && may(document, 'MakeRecord') ? (
        <div className={css.part}>
          <Note kind="warn">{t('keep.noWayBack')}</Note>
          <Button loading={isPending} onClick={() => act({ kind: 'record' })}>
            {t('keep.makeRecord')}
          </Button>
        </div>
      ) : null}
      {isRecord && may(document, 'SetRetention') ? (
        <div className={css.part}>
          {retainedUntil === null ? null : <p>{t('keep.present', { date: format.date(retainedUntil) })}</p>}
          <DateField label={t('keep.until')} hint={t('keep.onlyLonger')} value={until} onChange={setUntil} />
          <Button
            loading={isPending}
            disabled={day === null}
            onClick={() => day !== null && act({ kind: 'retain', until: day })}
          >
            {t('keep.retain')}
          </Button>
        </div>
      ) : null}
      {isRecord && may(document, 'ManageLegalHold') ? (
        <div className={css.part}>
          {hasLegalHold ? (
            <p>{t('fact.legalHold')}</p>
          ) : (
            <TextField label={t('keep.reason')} value={reason} onChange={setReason} />
          )}
          <Button
            loading={isPending}
            onClick={() => act(hasLegalHold ? { kind: 'release' } : { kind: 'hold', reason })}
          >
            {t(hasLegalHold ? 'keep.release' : 'keep.hold')}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
