/** The properties of a new document, as fields. Loaded for types that require some, or on request. */

import { isEmpty } from '#web/api/same-value.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import type { FormField } from '#web/forms/form-field.ts';
import type { FieldErrors } from '#web/forms/form-values.ts';
import { useProblemWords } from '#web/forms/use-problem-words.ts';
import { ValueField } from '#web/forms/value-field.tsx';
import { valueProblems } from '#web/forms/value-problems.ts';
import type { Json } from '#wire/json.ts';

export interface NewPropertiesProps {
  readonly fields: readonly FormField[];
  readonly values: Readonly<Record<string, Json>>;
  /** The server's messages. */
  readonly errors: FieldErrors;
  /** Empty required fields are reported only after a first attempt to save. */
  readonly tried: boolean;
  readonly onChange: (name: string, value: Json) => void;
}

export function NewProperties({ fields, values, errors, tried, onChange }: NewPropertiesProps) {
  const labelOf = useFieldLabel();
  const problemWords = useProblemWords();
  const own = problemWords(
    fields
      .filter(({ name }) => tried || !isEmpty(values[name]))
      .flatMap((field) => valueProblems(field, values[field.name], field.name))
      .filter(({ kind }) => tried || kind !== 'required'),
  );
  const allErrors = new Map([...errors, ...own]);
  return fields.map((field) => (
    <ValueField
      key={field.name}
      field={field}
      path={field.name}
      label={labelOf(field.name)}
      value={values[field.name]}
      onChange={(value) => onChange(field.name, value)}
      errors={allErrors}
    />
  ));
}
