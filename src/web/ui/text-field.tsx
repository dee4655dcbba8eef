// One line of text.
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps, splitField } from './field.tsx';

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'required' | 'disabled' | 'type'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'tel';
}

export function TextField(props: TextFieldProps) {
  const { field, control } = splitField(props);
  const { onChange, className, ...input } = control;
  return (
    <Field {...field}>
      {({ labelId: _, ...tied }) => (
        <input
          type="text"
          dir="auto"
          {...input}
          {...tied}
          className={cx(css.control, className)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
