/** Creates or edits a linked service. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createLinkedService,
  type LinkedService,
  type LinkedServiceInput,
  updateLinkedService,
} from '#web/api/linked-services.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';

export interface ServiceDialogProps {
  /** Left out = creates one. */
  readonly service?: LinkedService;
  readonly onClose: () => void;
  readonly onSaved: (service: LinkedService) => void;
}

const empty = {
  id: '',
  description: '',
  clientId: '',
  authorizationServerURL: '',
  tokenServerURL: '',
  userAuthorizationURL: '',
};
type Texts = typeof empty;

export function ServiceDialog({ service, onClose, onSaved }: ServiceDialogProps) {
  const { t } = useTranslation('services');
  const { t: shared } = useTranslation('administration');
  const [texts, setTexts] = useState<Texts>(service ?? empty);
  const [scopes, setScopes] = useState(service?.scopes.join(' ') ?? '');
  const [secret, setSecret] = useState('');
  const [isEnabled, setEnabled] = useState(service?.isEnabled ?? true);
  const create = useMutation(createLinkedService());
  const update = useMutation(updateLinkedService());
  const textOf = (name: keyof Texts) => ({
    value: texts[name],
    onChange: (value: string) => setTexts({ ...texts, [name]: value }),
  });
  const address = (name: keyof Texts) => ({ ...textOf(name), dir: 'ltr', spellCheck: false }) as const;
  const submit = () => {
    const { id, description, clientId, authorizationServerURL, tokenServerURL, userAuthorizationURL } = texts;
    const input: LinkedServiceInput = {
      id: id.trim(),
      description: description.trim(),
      clientId: clientId.trim(),
      authorizationServerURL: authorizationServerURL.trim(),
      tokenServerURL: tokenServerURL.trim(),
      userAuthorizationURL: userAuthorizationURL.trim(),
      scopes: scopes.split(/[\s,]+/).filter((one) => one !== ''),
      isEnabled,
      ...(secret === '' ? {} : { secret }),
    };
    if (service === undefined) create.mutate(input, { onSuccess: onSaved });
    else update.mutate({ id: service.id, input }, { onSuccess: onSaved });
  };
  return (
    <ItemDialog
      texts="services"
      name={service?.name}
      saving={[create, update]}
      onSave={submit}
      onClose={onClose}
    >
      <TextField label={shared('name')} hint={t('nameHint')} {...textOf('description')} />
      <TextField label={t('id')} hint={t('idHint')} required {...address('id')} />
      <TextField label={t('clientId')} {...address('clientId')} />
      <TextField
        label={t('secret')}
        hint={service === undefined ? undefined : t('secretStays')}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={secret}
        onChange={setSecret}
      />
      <TextField label={t('authorization')} {...address('authorizationServerURL')} />
      <TextField label={t('token')} {...address('tokenServerURL')} />
      <TextField label={t('user')} hint={t('userHint')} {...address('userAuthorizationURL')} />
      <TextField
        label={t('scopes')}
        hint={t('scopesHint')}
        dir="ltr"
        spellCheck={false}
        value={scopes}
        onChange={setScopes}
      />
      <Checkbox label={t('enabled')} checked={isEnabled} onChange={setEnabled} />
    </ItemDialog>
  );
}
