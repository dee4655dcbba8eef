// Gives a right to people and groups, for good or between two days.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { grantAccess } from '#web/api/access.ts';
import { fromInput } from '#web/forms/date-value.ts';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField, isDateText } from '#web/ui/date-field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import css from './panel-lists.module.css';

export interface GrantFormProps {
  readonly uid: string;
  /** What may be given here; the usual three when the server does not say. */
  readonly permissions: readonly string[];
}

const usual: readonly string[] = ['Read', 'ReadWrite', 'Everything'];

export function GrantForm({ uid, permissions }: GrantFormProps) {
  const { t } = useTranslation('document');
  const offered = permissions.length > 0 ? permissions : usual;
  const [users, setUsers] = useState<readonly string[]>([]);
  const [permission, setPermission] = useState(offered[0] ?? 'Read');
  const [begin, setBegin] = useState('');
  const [end, setEnd] = useState('');
  const grant = useMutation(grantAccess());
  const dated = isDateText(begin) && isDateText(end);
  const backwards = dated && begin !== '' && end !== '' && end <= begin;
  const give = () =>
    grant.mutate(
      { uid, users, permission, begin: fromInput(begin) ?? undefined, end: fromInput(end) ?? undefined },
      {
        onSuccess: () => {
          setUsers([]);
          setBegin('');
          setEnd('');
        },
      },
    );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (users.length > 0 && dated && !backwards && !grant.isPending) give();
      }}
    >
      <PrincipalPicker multiple label={t('access.who')} value={users} onChange={setUsers} />
      <Select
        label={t('access.may')}
        value={permission}
        options={offered.map((name) => ({
          value: name,
          label: t(`permission.${name}`, { defaultValue: name }),
        }))}
        onChange={setPermission}
      />
      <div className={css.pair}>
        <DateField label={t('access.begin')} value={begin} onChange={setBegin} />
        <DateField
          label={t('access.end')}
          value={end}
          error={backwards ? t('access.backwards') : undefined}
          onChange={setEnd}
        />
      </div>
      {grant.error === null ? null : <Note kind="bad">{grant.error.message}</Note>}
      <div className={css.buttons}>
        <Button type="submit" disabled={users.length === 0 || !dated || backwards} loading={grant.isPending}>
          {t('access.add')}
        </Button>
      </div>
    </form>
  );
}
