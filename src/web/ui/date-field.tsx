// A day, or a day and a time, in the browser's own picker. Values are what such inputs speak:
// "2024-04-17" and, in the reader's time zone, "2024-04-17T09:30". Empty string = no date.
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps, splitField } from './field.tsx';

export interface DateFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'required' | 'disabled' | 'type'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NativeDate({ type, ...props }: DateFieldProps & { readonly type: 'date' | 'datetime-local' }) {
  const { field, control } = splitField(props);
  const { onChange, className, ...input } = control;
  return (
    <Field {...field}>
      {({ labelId: _, ...tied }) => (
        <input
          {...input}
          {...tied}
          type={type}
          className={cx(css.control, className)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function DateField(props: DateFieldProps) {
  return <NativeDate {...props} type="date" />;
}

export function DateTimeField(props: DateFieldProps) {
  return <NativeDate {...props} type="datetime-local" />;
}
