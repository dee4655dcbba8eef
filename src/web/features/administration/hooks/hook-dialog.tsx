/** The dialog for a new hook, or for changes to one. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createHook, type Hook, updateHook } from '#web/api/hooks.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';

export interface HookDialogProps {
  /** Left out for a new one. */
  readonly hook?: Hook;
  readonly onClose: () => void;
  readonly onMade?: (hook: Hook & { readonly secret: string }) => void;
}

export function HookDialog({ hook, onClose, onMade }: HookDialogProps) {
  const { t } = useTranslation('hooks');
  const { t: shared } = useTranslation('administration');
  const [name, setName] = useState(hook?.name ?? '');
  const [address, setAddress] = useState(hook?.address ?? 'https://');
  const [events, setEvents] = useState(hook?.events.join(' ') ?? 'documentCreated documentModified');
  const [path, setPath] = useState(hook?.path ?? '');
  const [enabled, setEnabled] = useState(hook?.enabled ?? true);
  const create = useMutation(createHook());
  const update = useMutation(updateHook());
  const submit = () => {
    const wanted = events.split(/[\s,]+/).filter((one) => one !== '');
    const fields = { name: name.trim(), address: address.trim(), events: wanted, path: path.trim(), enabled };
    if (hook === undefined) create.mutate(fields, { onSuccess: (made) => onMade?.(made) });
    else update.mutate({ id: hook.id, fields }, { onSuccess: onClose });
  };
  return (
    <ItemDialog texts="hooks" name={hook?.name} saving={[create, update]} onSave={submit} onClose={onClose}>
      <TextField label={shared('name')} required value={name} onChange={setName} />
      <TextField
        label={t('address')}
        hint={t('addressHint')}
        type="url"
        required
        dir="ltr"
        value={address}
        onChange={setAddress}
      />
      <TextField
        label={t('events')}
        hint={t('eventsHint')}
        required
        dir="ltr"
        spellCheck={false}
        value={events}
        onChange={setEvents}
      />
      <TextField
        label={t('path')}
        hint={t('pathHint')}
        dir="ltr"
        spellCheck={false}
        value={path}
        onChange={setPath}
      />
      <Checkbox label={t('enabled')} checked={enabled} onChange={setEnabled} />
    </ItemDialog>
  );
}
