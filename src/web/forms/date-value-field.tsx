// A date property: a day, until the user adds a time, or the stored value has one.
import { Clock } from 'lucide';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateField, DateTimeField } from '#web/ui/controls/date-field.tsx';
import { cx } from '#web/ui/cx.ts';
import { type FieldProps, splitField } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { fromInput, hasTime, parseDate, toDayInput, toTimeInput } from './date-value.ts';
import css from './forms.module.css';

export interface DateValueFieldProps extends FieldProps {
  /** As the interface writes it, or typed text that is not a date. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

export function DateValueField(props: DateValueFieldProps) {
  const { t } = useTranslation('forms');
  const { field } = splitField(props);
  const { value, onChange } = props;
  const date = parseDate(value);
  const [timed, setTimed] = useState(date !== null && hasTime(date));
  if (timed) {
    return (
      <DateTimeField
        {...field}
        value={date === null ? (value ?? '') : toTimeInput(date)}
        onChange={(text) => onChange(fromInput(text))}
      />
    );
  }
  return (
    <div className={cx(css['with-button'], field.labelHidden && css.bare)}>
      <DateField
        {...field}
        value={date === null ? (value ?? '') : toDayInput(date)}
        onChange={(text) => onChange(fromInput(text))}
      />
      <IconButton icon={Clock} label={t('withTime')} onClick={() => setTimed(true)} />
    </div>
  );
}
