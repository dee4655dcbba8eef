/** The dialog for a new person, or for changes to one. The server's errors are shown beside their field. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '#web/api/api-error.ts';
import { createUser, updateUser } from '#web/api/people.ts';
import { userLabel } from '#web/api/user-label.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { isString } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';

export interface UserDialogProps {
  /** Left out for a new person. */
  readonly user?: UserEntity;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}

const described = ['firstName', 'lastName', 'email', 'company'] as const;
type Described = (typeof described)[number];

export function UserDialog({ user, onClose, onDone }: UserDialogProps) {
  const { t } = useTranslation('people');
  const [id, setId] = useState('');
  const [password, setPassword] = useState('');
  const [groups, setGroups] = useState<readonly string[]>(['members']);
  const [facts, setFacts] = useState<Readonly<Record<Described, string>>>(() => factsOf(user));
  const [checked, setChecked] = useState(false);
  const create = useMutation(createUser());
  const update = useMutation(updateUser());
  const isPending = create.isPending || update.isPending;
  const error = create.error ?? update.error;
  const taken = isConflict(error);
  const missing = (value: string) => (checked && value.trim() === '' ? t('missing') : undefined);

  const submit = () => {
    setChecked(true);
    if (isPending) return;
    const saved = (person: UserEntity) => {
      addToast({ text: t(user === undefined ? 'created' : 'saved', { name: userLabel(person) }) });
      onDone(person.id);
    };
    if (user !== undefined) update.mutate({ id: user.id, properties: facts }, { onSuccess: saved });
    else if (id.trim() !== '' && password !== '')
      create.mutate({ id: id.trim(), properties: { ...facts, password, groups } }, { onSuccess: saved });
  };
  return (
    <Dialog
      open
      guarded
      title={user === undefined ? t('users.new') : t('users.editTitle', { name: userLabel(user) })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {user === undefined ? t('create') : t('save')}
          </Button>
        </>
      }
    >
      {error === null || taken ? null : <RefusalNote error={error} isForm />}
      {user === undefined ? (
        <TextField
          label={t('login')}
          required
          autoComplete="off"
          spellCheck={false}
          value={id}
          error={missing(id) ?? (taken ? t('taken') : undefined)}
          onChange={setId}
        />
      ) : null}
      {described.map((name) => (
        <TextField
          key={name}
          label={t(name)}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={facts[name]}
          onChange={(value) => setFacts({ ...facts, [name]: value })}
        />
      ))}
      {user === undefined ? (
        <>
          <TextField
            label={t('password.new')}
            type="password"
            required
            autoComplete="new-password"
            value={password}
            error={missing(password)}
            onChange={setPassword}
          />
          <PrincipalPicker
            label={t('groups.title')}
            kind="group"
            multiple
            value={groups}
            onChange={setGroups}
          />
        </>
      ) : null}
    </Dialog>
  );
}

function factsOf(user: UserEntity | undefined): Readonly<Record<Described, string>> {
  const read = (name: Described) => {
    const value = user?.properties[name];
    return isString(value) ? value : '';
  };
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    company: read('company'),
  };
}
