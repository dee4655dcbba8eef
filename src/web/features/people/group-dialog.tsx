/** The dialog for a new group, or for changing a group's name and label. Members are changed in its pane. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '#web/api/api-error.ts';
import { createGroup, groupLabel, updateGroup } from '#web/api/people.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { isString } from '#wire/json.ts';
import type { GroupEntity } from '#wire/people.ts';

export interface GroupDialogProps {
  /** Left out for a new group. */
  readonly group?: GroupEntity;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}

export function GroupDialog({ group, onClose, onDone }: GroupDialogProps) {
  const { t } = useTranslation('people');
  const written = group?.properties.description;
  const [id, setId] = useState(group?.groupname ?? '');
  const [label, setLabel] = useState(group === undefined ? '' : groupLabel(group));
  const [description, setDescription] = useState(isString(written) ? written : '');
  const [checked, setChecked] = useState(false);
  const { mutate, isPending, error } = useMutation(group === undefined ? createGroup() : updateGroup());
  const taken = isConflict(error);
  const missing = checked && id.trim() === '' ? t('missing') : undefined;
  const submit = () => {
    setChecked(true);
    if (isPending || id.trim() === '') return;
    mutate(
      { id: id.trim(), label, description },
      {
        onSuccess: (saved) => {
          addToast({ text: t(group === undefined ? 'created' : 'saved', { name: groupLabel(saved) }) });
          onDone(saved.groupname);
        },
      },
    );
  };
  return (
    <Dialog
      open
      guarded
      title={group === undefined ? t('groups.new') : t('groups.editTitle', { name: groupLabel(group) })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {group === undefined ? t('create') : t('save')}
          </Button>
        </>
      }
    >
      {error === null || taken ? null : <RefusalNote error={error} isForm />}
      {group === undefined ? (
        <TextField
          label={t('identifier')}
          required
          autoComplete="off"
          spellCheck={false}
          value={id}
          error={missing ?? (taken ? t('taken') : undefined)}
          onChange={setId}
        />
      ) : null}
      <TextField label={t('name')} autoComplete="off" value={label} onChange={setLabel} />
      <TextArea label={t('description')} value={description} onChange={setDescription} />
    </Dialog>
  );
}
