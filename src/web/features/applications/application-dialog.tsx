/** A new application, or changes to one. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Application,
  type ApplicationInput,
  createApplication,
  updateApplication,
} from '#web/api/applications.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import css from '#web/ui/list-page.module.css';
import { Note } from '#web/ui/note.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export interface ApplicationDialogProps {
  /** Left out: a new one. */
  readonly application?: Application;
  readonly onClose: () => void;
  readonly onSaved: (application: Application) => void;
}

export function ApplicationDialog({ application, onClose, onSaved }: ApplicationDialogProps) {
  const { t } = useTranslation('applications');
  const [name, setName] = useState(application?.name ?? '');
  const [id, setId] = useState(application?.id ?? '');
  const [redirects, setRedirects] = useState(application?.redirectURIs.join('\n') ?? '');
  const [secret, setSecret] = useState('');
  const [isAutoGrant, setAutoGrant] = useState(application?.isAutoGrant ?? false);
  const [isEnabled, setEnabled] = useState(application?.isEnabled ?? true);
  const create = useMutation(createApplication());
  const update = useMutation(updateApplication());
  const error = create.error ?? update.error;
  const isPending = create.isPending || update.isPending;
  const submit = () => {
    if (isPending) return;
    const input: ApplicationInput = {
      id: id.trim(),
      name: name.trim(),
      redirectURIs: redirects.split(/\s+/).filter((one) => one !== ''),
      isAutoGrant,
      isEnabled,
      ...(secret === '' ? {} : { secret }),
    };
    if (application === undefined) create.mutate(input, { onSuccess: onSaved });
    else update.mutate({ id: application.id, input }, { onSuccess: onSaved });
  };
  return (
    <Dialog
      open
      guarded
      title={application === undefined ? t('new') : t('editTitle', { name: application.name })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" loading={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        {error === null ? null : <Note kind="bad">{error.message}</Note>}
        <TextField label={t('name')} hint={t('nameHint')} required value={name} onChange={setName} />
        <TextField
          label={t('id')}
          hint={t('idHint')}
          required
          dir="ltr"
          spellCheck={false}
          value={id}
          onChange={setId}
        />
        <TextArea
          label={t('redirects')}
          hint={t('redirectsHint')}
          required
          dir="ltr"
          spellCheck={false}
          rows={3}
          value={redirects}
          onChange={setRedirects}
        />
        <TextField
          label={t('secret')}
          hint={application === undefined ? t('secretHint') : t('secretStays')}
          type="password"
          autoComplete="new-password"
          dir="ltr"
          value={secret}
          onChange={setSecret}
        />
        <Checkbox label={t('autoGrant')} checked={isAutoGrant} onChange={setAutoGrant} />
        <Checkbox label={t('enabled')} checked={isEnabled} onChange={setEnabled} />
      </div>
    </Dialog>
  );
}
