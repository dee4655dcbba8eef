/** The fields that a task asks for, and earlier decisions, in one form. */

import type { FieldErrors } from '#web/forms/form-values.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { ValueField } from '#web/forms/value-field.tsx';
import { ValueView } from '#web/forms/value-view.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isString, type Json, type JsonObject } from '#wire/json.ts';
import type { TaskField } from './task-form.ts';
import css from './task-page.module.css';
import { useTaskWords } from './task-words.ts';

export interface TaskFieldsProps {
  readonly fields: readonly TaskField[];
  readonly values: JsonObject;
  /** Names of the required fields that are still empty. */
  readonly missing: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (name: string, value: Json) => void;
}

const noErrors: FieldErrors = new Map();

export function TaskFields({ fields, values, missing, disabled, onChange }: TaskFieldsProps) {
  const { t } = useTranslation('tasks');
  const words = useTaskWords();
  if (fields.length === 0) return null;
  return (
    <div className={css.fields}>
      {fields.map(({ name, field, fixed }) => {
        const label = words.variable(name);
        const value = values[name];
        const people = Array.isArray(value) ? value.filter(isString) : [];
        if (fixed || disabled) {
          return (
            <dl key={name} className={css.facts}>
              <dt>{label}</dt>
              {field.kind === 'principal' ? (
                people.map((id) => (
                  <dd key={id}>
                    <PersonName id={id} />
                  </dd>
                ))
              ) : (
                <dd>
                  <ValueView field={field} value={value} />
                </dd>
              )}
            </dl>
          );
        }
        return (
          <div key={name} className={field.list ? css.wide : undefined}>
            {field.kind === 'principal' ? (
              <PrincipalPicker
                label={label}
                multiple
                prefixed
                required
                value={people}
                error={missing.includes(name) && people.length === 0 ? t('nobodyChosen') : undefined}
                onChange={(next) => onChange(name, next)}
              />
            ) : (
              <ValueField
                field={field}
                path={name}
                label={label}
                value={value}
                errors={noErrors}
                onChange={(next) => onChange(name, next)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
