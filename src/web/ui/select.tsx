// One of a few fixed values: the browser's own select, which works best on phones and with screen readers. For many values, or
// values from the server, use Combobox.
import { ChevronDown } from 'lucide';
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps, splitField } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly group?: string;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string = string>
  extends FieldProps,
    Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange' | 'required' | 'disabled' | 'children'> {
  readonly value: V | '';
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** Shown while the value is empty. */
  readonly placeholder?: string;
}

function Options({ options }: { readonly options: readonly SelectOption[] }) {
  return options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { field, control } = splitField(props);
  const { onChange, options, placeholder, className, ...select } = control;
  const groups = Map.groupBy(options, ({ group }) => group ?? '');
  return (
    <Field {...field}>
      {({ labelId: _, ...tied }) => (
        <span className={css['select-wrap']}>
          <select
            {...select}
            {...tied}
            className={cx(css.control, css.select, className)}
            onChange={(event) => {
              const chosen = options.find(({ value }) => value === event.currentTarget.value);
              if (chosen !== undefined) onChange(chosen.value);
            }}
          >
            {placeholder === undefined ? null : (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {[...groups].map(([group, members]) =>
              group === '' ? (
                <Options key={group} options={members} />
              ) : (
                <optgroup key={group} label={group}>
                  <Options options={members} />
                </optgroup>
              ),
            )}
          </select>
          <Icon icon={ChevronDown} size={14} />
        </span>
      )}
    </Field>
  );
}
