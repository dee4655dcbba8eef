/**
 * Grants, removes or blocks rights on everything in a list. There are too many documents for a preview: those that refused are
 * listed afterwards.
 */
import { useState } from 'react';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Select } from '#web/ui/select.tsx';
import type { JsonObject } from '#wire/json.ts';
import css from '../rights/rights.module.css';
import { RightsFrame } from '../rights/rights-frame.tsx';
import { type RightsAction, usualRights } from '../rights/rights-plan.ts';
import { useStartBulk } from './bulk-run.ts';
import type { FoundDialogProps } from './edit-found-dialog.tsx';

export function RightsFoundDialog({ subject, count, number, onClose }: FoundDialogProps) {
  const { t } = useTranslation('rights');
  const { t: words } = useTranslation('document');
  const format = useFormat();
  const start = useStartBulk();
  const [action, setAction] = useState<RightsAction>('give');
  const [users, setUsers] = useState<readonly string[]>([]);
  const [permission, setPermission] = useState('Read');
  const [user] = users;
  const operation = operationOf(action, users, permission);
  const all = { count, number };
  const submit = () => {
    if (operation === undefined) return;
    onClose();
    const { id, params } = operation;
    start(
      { subject, action: 'automation', parameters: { operationId: id, parameters: params } },
      {
        doing: t('doing', all),
        done: ({ total }) => t('done', { count: total, number: format.count(total) }),
      },
    );
  };
  return (
    <RightsFrame
      size="small"
      guarded={users.length > 0}
      title={t('title', all)}
      action={action}
      onAction={setAction}
      saveLabel={t('save.some', all)}
      canSave={operation !== undefined}
      onClose={onClose}
      onSave={submit}
    >
      {action === 'give' ? (
        <div className={css.fields}>
          <PrincipalPicker multiple label={words('access.who')} value={users} onChange={setUsers} />
          <Select
            label={words('access.may')}
            value={permission}
            options={usualRights.map((name) => ({ value: name, label: words(`permission.${name}`) }))}
            onChange={setPermission}
          />
        </div>
      ) : null}
      {action === 'take' ? (
        <PrincipalPicker
          label={words('access.who')}
          value={user ?? null}
          onChange={(next) => setUsers(next === null ? [] : [next])}
        />
      ) : null}
      {action === 'block' || action === 'unblock' ? (
        <p className={css.text}>{words(action === 'block' ? 'access.blockText' : 'access.unblockText')}</p>
      ) : null}
      <p className={css.text}>{t('unforeseen')}</p>
    </RightsFrame>
  );
}

interface RightsOperation {
  readonly id: string;
  readonly params: JsonObject;
}

/** Undefined while nobody is chosen. The server removes rights of one person or group at a time. */
function operationOf(
  action: RightsAction,
  users: readonly string[],
  permission: string,
): RightsOperation | undefined {
  const [user] = users;
  switch (action) {
    case 'give':
      return user === undefined ? undefined : { id: 'Document.AddPermission', params: { users, permission } };
    case 'take':
      return user === undefined ? undefined : { id: 'Document.RemovePermission', params: { user } };
    case 'block':
      return { id: 'Document.BlockPermissionInheritance', params: {} };
    case 'unblock':
      return { id: 'Document.UnblockPermissionInheritance', params: {} };
  }
}
