// Grants a permission to people and groups, without limit or between two days, and mails them if asked to.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { grantAccess } from '#web/api/access-changes.ts';
import { mailSent } from '#web/api/mail.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { fromInput } from '#web/forms/date-value.ts';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField, isDateText } from '#web/ui/controls/date-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import css from './grant-form.module.css';

export interface GrantFormProps {
  readonly uid: string;
  /** The permissions that can be granted here. */
  readonly permissions: readonly string[];
}

export function GrantForm({ uid, permissions }: GrantFormProps) {
  const { t } = useTranslation('document');
  const [users, setUsers] = useState<readonly string[]>([]);
  const [permission, setPermission] = useState(permissions[0] ?? 'Read');
  const [begin, setBegin] = useState('');
  const [end, setEnd] = useState('');
  const [notify, setNotify] = useState(false);
  const [comment, setComment] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const grant = useMutation(grantAccess());
  const mail = useQuery(mailSent());
  const dated = isDateText(begin) && isDateText(end);
  const backwards = dated && begin !== '' && end !== '' && end <= begin;
  const give = () =>
    grant.mutate(
      {
        uid,
        users,
        permission,
        begin: fromInput(begin) ?? undefined,
        end: fromInput(end) ?? undefined,
        ...(notify ? { notify, comment: comment.trim() } : {}),
      },
      {
        onSuccess: () => {
          setUsers([]);
          setBegin('');
          setEnd('');
          setNotify(false);
          setComment('');
          // "Add" is disabled now, so the focus goes to the field for the next person.
          form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
        },
      },
    );
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={t('access.addTitle')}
      onSubmit={(event) => {
        event.preventDefault();
        if (users.length > 0 && dated && !backwards && !grant.isPending) give();
      }}
    >
      <PrincipalPicker multiple label={t('access.who')} value={users} onChange={setUsers} />
      <Select
        label={t('access.may')}
        value={permission}
        options={permissions.map((name) => ({
          value: name,
          label: t(`permission.${name}`, { defaultValue: name }),
        }))}
        onChange={setPermission}
      />
      <DateField label={t('access.begin')} value={begin} onChange={setBegin} />
      <DateField
        label={t('access.end')}
        value={end}
        error={backwards ? t('access.backwards') : undefined}
        onChange={setEnd}
      />
      {mail.data === true ? (
        <div className={css.wide}>
          <Checkbox label={t('access.notify')} checked={notify} onChange={setNotify} />
          {notify ? <TextArea label={t('access.comment')} value={comment} onChange={setComment} /> : null}
        </div>
      ) : null}
      {grant.error === null ? null : (
        <div className={css.wide}>
          <RefusalNote error={grant.error} isForm />
        </div>
      )}
      <div className={css.buttons}>
        <Button
          type="submit"
          variant="primary"
          disabled={users.length === 0 || !dated || backwards}
          loading={grant.isPending}
        >
          {t('access.add')}
        </Button>
      </div>
    </form>
  );
}
