// A day, or a day and a time, typed in the order of the reader's language or picked in the browser's calendar. Values are
// "2024-04-17" and, in the reader's time zone, "2024-04-17T09:30"; empty = no date. Invariant: text that is not a date stays in
// the field, with the reason, and is passed to the owner, so that it is not lost.
import { CalendarDays } from 'lucide';
import { type ComponentPropsWithRef, type KeyboardEvent, useRef, useState } from 'react';
import { isDay, readDate, writeDate } from '#web/i18n/read-date.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '../cx.ts';
import fieldCss from '../field.module.css';
import { Field, type FieldProps, splitField } from '../field.tsx';
import { IconButton } from '../icon-button.tsx';
import css from './date-field.module.css';

export interface DateFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'required' | 'disabled' | 'type'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Whether a value passed to the owner is a date or empty. */
export function isDateText(value: string): boolean {
  return value === '' || isDay(value.split('T')[0] ?? '');
}

function TypedDate({ timed, ...props }: DateFieldProps & { readonly timed: boolean }) {
  const { field, control } = splitField(props);
  const { value, onChange, className, onBlur, onKeyDown, ...input } = control;
  const { t } = useTranslation('controls');
  const { locale } = useFormat();
  const { typed, type, settle } = useTypedText(value, (text) => writeDate(locale, text));
  const [done, setDone] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const read = typed.trim() === '' ? { value: '' } : readDate(locale, typed, timed);
  const example = writeDate(locale, timed ? '2024-12-31T17:30' : '2024-12-31');
  const problem = 'problem' in read ? t(`date.${read.problem}`, { example }) : undefined;
  const change = (text: string) => {
    const next = text.trim() === '' ? { value: '' } : readDate(locale, text, timed);
    const given = 'value' in next ? next.value : text;
    if ('value' in next) setDone(false);
    type(text, given);
    onChange(given);
  };
  const leave = () => {
    setDone(true);
    if (problem === undefined) settle();
  };
  return (
    <Field {...field} error={problem === undefined ? field.error : done ? problem : undefined}>
      {({ labelId: _, ...tied }) => (
        <div className={css.date}>
          <input
            dir="auto"
            autoComplete="off"
            placeholder={t('date.example', { example })}
            {...input}
            {...tied}
            type="text"
            value={typed}
            className={cx(fieldCss.control, className)}
            onChange={(event) => change(event.currentTarget.value)}
            onBlur={(event) => {
              leave();
              onBlur?.(event);
            }}
            onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
              // These keys may save: show the problem now.
              if (event.key === 'Enter' || event.ctrlKey || event.metaKey) setDone(true);
              onKeyDown?.(event);
            }}
          />
          <IconButton
            className={css.pick}
            size="small"
            icon={CalendarDays}
            label={t('date.pick')}
            disabled={tied.disabled}
            onClick={() => picker.current?.showPicker()}
          />
          <input
            ref={picker}
            className={css.native}
            type={timed ? 'datetime-local' : 'date'}
            tabIndex={-1}
            aria-hidden
            max={timed ? '9999-12-31T23:59' : '9999-12-31'}
            value={problem === undefined ? value : ''}
            onChange={(event) => {
              const picked = event.currentTarget.value;
              change(picked === '' ? '' : writeDate(locale, picked));
            }}
          />
        </div>
      )}
    </Field>
  );
}

/** The text in the field: as typed, until the value changes from outside. */
function useTypedText(value: string, write: (value: string) => string) {
  const [seen, setSeen] = useState(value);
  const [draft, setDraft] = useState<{ readonly text: string; readonly given: string } | null>(null);
  if (seen !== value) {
    setSeen(value);
    // An owner that accepts only dates stores nothing while the text is not one.
    const ours = draft !== null && (value === draft.given || (value === '' && !isDateText(draft.given)));
    if (!ours) setDraft(null);
  }
  const typed = draft?.text ?? write(value);
  return {
    typed,
    type: (text: string, given: string) => setDraft({ text, given }),
    settle: () => setDraft(null),
  };
}

export function DateField(props: DateFieldProps) {
  return <TypedDate {...props} timed={false} />;
}

export function DateTimeField(props: DateFieldProps) {
  return <TypedDate {...props} timed />;
}
