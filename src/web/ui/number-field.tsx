// A number, in the browser's own field: it knows the user's decimal sign and refuses letters.
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps, splitField } from './field.tsx';

export interface NumberFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'required' | 'disabled' | 'type'> {
  /** `null` for an empty field. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** Only whole numbers. */
  readonly whole?: boolean;
}

export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitField(props);
  const { onChange, value, whole = false, className, ...input } = control;
  return (
    <Field {...field}>
      {({ labelId: _, ...tied }) => (
        <input
          step={whole ? 1 : 'any'}
          inputMode={whole ? 'numeric' : 'decimal'}
          {...input}
          {...tied}
          type="number"
          className={cx(css.control, className)}
          value={value ?? ''}
          onChange={(event) => {
            const next = event.currentTarget.valueAsNumber;
            onChange(Number.isNaN(next) ? null : next);
          }}
        />
      )}
    </Field>
  );
}
