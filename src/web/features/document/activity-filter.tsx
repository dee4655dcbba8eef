// The filter of a document's history: one person, and two days.
import type { AuditRequest } from '#web/api/audit.ts';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateField, isDateText } from '#web/ui/controls/date-field.tsx';
import css from './panel-lists.module.css';

export interface ActivityFilter {
  readonly person: string | null;
  /** Days as date fields hold them; not a valid date while somebody is typing. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: ActivityFilter = { person: null, from: '', to: '' };

/** From the start of the first day to the end of the last, in the browser's time zone. */
export function auditFilter({
  person,
  from,
  to,
}: ActivityFilter): Pick<AuditRequest, 'usernames' | 'from' | 'to'> {
  const instant = (day: string, time: string) =>
    day === '' || !isDateText(day) ? undefined : new Date(`${day}T${time}`).toISOString();
  return {
    usernames: person === null ? undefined : [person],
    from: instant(from, '00:00'),
    to: instant(to, '23:59:59.999'),
  };
}

export interface ActivityFilterFormProps {
  readonly value: ActivityFilter;
  readonly onChange: (value: ActivityFilter) => void;
}

export function ActivityFilterForm({ value, onChange }: ActivityFilterFormProps) {
  const { t } = useTranslation('document');
  return (
    <div className={css.form}>
      <PrincipalPicker
        kind="user"
        label={t('activity.person')}
        value={value.person}
        onChange={(person) => onChange({ ...value, person })}
      />
      <div className={css.pair}>
        <DateField
          label={t('activity.from')}
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
        />
        <DateField label={t('activity.to')} value={value.to} onChange={(to) => onChange({ ...value, to })} />
      </div>
    </div>
  );
}
