/** The dialog for a new application, or for changes to one. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Application,
  type ApplicationInput,
  createApplication,
  updateApplication,
} from '#web/api/applications.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';

export interface ApplicationDialogProps {
  /** Left out for a new one. */
  readonly application?: Application;
  readonly onClose: () => void;
  readonly onSaved: (application: Application) => void;
}

export function ApplicationDialog({ application, onClose, onSaved }: ApplicationDialogProps) {
  const { t } = useTranslation('applications');
  const { t: shared } = useTranslation('administration');
  const [name, setName] = useState(application?.name ?? '');
  const [id, setId] = useState(application?.id ?? '');
  const [redirects, setRedirects] = useState(application?.redirectURIs.join('\n') ?? '');
  const [secret, setSecret] = useState('');
  const [isAutoGrant, setAutoGrant] = useState(application?.isAutoGrant ?? false);
  const [isEnabled, setEnabled] = useState(application?.isEnabled ?? true);
  const create = useMutation(createApplication());
  const update = useMutation(updateApplication());
  const submit = () => {
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
    <ItemDialog
      texts="applications"
      name={application?.name}
      saving={[create, update]}
      onSave={submit}
      onClose={onClose}
    >
      <TextField label={shared('name')} hint={t('nameHint')} required value={name} onChange={setName} />
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
    </ItemDialog>
  );
}
