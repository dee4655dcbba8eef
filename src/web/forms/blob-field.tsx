// A file as a property: shows it, replaces it, removes it. The bytes are uploaded at once; the form saves a reference. Invariant:
// a later choice wins over one still being uploaded.

import { Paperclip, Trash2, Upload } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { isBlob } from '#web/api/guards.ts';
import { createBatch, uploadFile, uploadReference } from '#web/api/upload.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, type FieldProps } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { Json } from '#wire/json.ts';
import css from './forms.module.css';
import { pendingFile, rememberFile } from './pending-file.ts';

export interface BlobFieldProps extends FieldProps {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
}

interface Sending {
  readonly file: File;
  readonly share: number;
}

export function BlobField({ value, onChange, ...field }: BlobFieldProps) {
  const { t } = useTranslation('forms');
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const { signal } = abort;
    setFailure(undefined);
    setSending({ file, share: 0 });
    try {
      const batch = await createBatch(signal);
      const onProgress = (bytes: number) =>
        setSending({ file, share: file.size === 0 ? 1 : bytes / file.size });
      const { name, type, size } = file;
      await uploadFile(batch, 0, { name, type, size, bytes: file }, { signal, onProgress });
      if (!signal.aborted) onChange(rememberFile(uploadReference(batch, 0), file));
    } catch (cause) {
      if (signal.aborted) return;
      setFailure(t('blob.failed', { name: file.name, reason: cause instanceof Error ? cause.message : '' }));
    }
    if (running.current === abort) setSending(null);
  };

  const current = fileOf(value);
  return (
    <Field {...field} error={failure ?? field.error} group>
      {({ labelId, ...tied }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and legend of its own.
        <div
          role="group"
          aria-labelledby={labelId}
          aria-describedby={tied['aria-describedby']}
          className={css.blob}
        >
          {current === null ? null : <FileFact {...current} />}
          {sending === null ? null : (
            <ProgressBar label={t('blob.progress', { name: sending.file.name })} share={sending.share} />
          )}
          <Button
            size="small"
            icon={Upload}
            disabled={tied.disabled}
            loading={sending !== null}
            onClick={() => input.current?.click()}
          >
            {current === null ? t('blob.choose') : t('blob.replace')}
          </Button>
          {current === null ? null : (
            <IconButton
              size="small"
              icon={Trash2}
              label={t('blob.remove')}
              disabled={tied.disabled}
              onClick={() => onChange(null)}
            />
          )}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={field.label}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file !== undefined) void send(file);
            }}
          />
        </div>
      )}
    </Field>
  );
}

interface FileFacts {
  readonly name: string;
  readonly bytes: number;
}

/** Name and size of a stored file, or of an uploaded one that is not saved yet. */
export function fileOf(value: Json | undefined): FileFacts | null {
  const pending = pendingFile(value);
  if (pending !== undefined) return { name: pending.name, bytes: pending.size };
  const stored: unknown = value;
  return isBlob(stored) ? { name: stored.name ?? '', bytes: Number(stored.length) } : null;
}

export function FileFact({ name, bytes }: FileFacts) {
  const format = useFormat();
  return (
    <span className={css.file}>
      <Icon icon={Paperclip} size={14} />
      <span>
        <BidiName>{name}</BidiName> <span className={css.quiet}>{format.size(bytes)}</span>
      </span>
    </span>
  );
}
