// Several lines of text; grows with its content.
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps, splitField } from './field.tsx';

export interface TextAreaProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'required' | 'disabled'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextArea(props: TextAreaProps) {
  const { field, control } = splitField(props);
  const { onChange, className, ...input } = control;
  return (
    <Field {...field}>
      {({ labelId: _, ...tied }) => (
        <textarea
          dir="auto"
          {...input}
          {...tied}
          className={cx(css.control, css.area, className)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
