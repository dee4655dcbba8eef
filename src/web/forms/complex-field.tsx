// A complex property, as a group of the fields of its parts.

import { Fragment } from 'react';
import { Field } from '#web/ui/field.tsx';
import { isJsonObject } from '#wire/json.ts';
import { useFieldLabel } from './field-label.ts';
import { errorAt } from './form-values.ts';
import css from './forms.module.css';
import type { NestingFieldProps } from './value-field-props.ts';

export function ComplexField({ field, path, value, onChange, errors, inner, ...frame }: NestingFieldProps) {
  const labelOf = useFieldLabel();
  const values = isJsonObject(value) ? value : {};
  return (
    <Field {...frame} error={errorAt(errors, path)} group>
      {({ labelId }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and legend of its own.
        <div role="group" aria-labelledby={labelId} className={css.complex}>
          {field.parts.map((part) => (
            <Fragment key={part.name}>
              {inner({
                field: part,
                path: `${path}/${part.name}`,
                label: labelOf(part.name),
                // With a single part (an attachment's file), a second heading is not needed.
                labelHidden: field.parts.length === 1,
                value: values[part.name],
                onChange: (next) => onChange({ ...values, [part.name]: next }),
                errors,
                disabledReason: frame.disabledReason,
              })}
            </Fragment>
          ))}
        </div>
      )}
    </Field>
  );
}
