// Choose one or several of many, by typing. The owner holds the query: it gives the options for the text typed.
// The code is fetched when first shown; until then the field is drawn empty, at its final size.
import { lazy, type ReactNode, Suspense } from 'react';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** Second, quieter text: login, path, number of uses. */
  readonly detail?: string;
  /** Heading under which it stands; options of a group must be adjacent. */
  readonly group?: string;
  readonly disabled?: boolean;
  /** Before the label: an avatar, a glyph. */
  readonly start?: ReactNode;
}

interface ComboboxCommon extends FieldProps {
  readonly options: readonly ComboboxOption[];
  /** Given = the options are already those for the typed text (a server searched); else they are filtered here. */
  readonly onTextChange?: (text: string) => void;
  readonly loading?: boolean;
  /** Why there are no options: shown in their place. */
  readonly failure?: string;
  readonly placeholder?: string;
}

export interface SingleComboboxProps extends ComboboxCommon {
  readonly multiple?: false;
  readonly value: ComboboxOption | null;
  readonly onChange: (value: ComboboxOption | null) => void;
}

export interface MultipleComboboxProps extends ComboboxCommon {
  readonly multiple: true;
  readonly value: readonly ComboboxOption[];
  readonly onChange: (value: readonly ComboboxOption[]) => void;
}

export type ComboboxProps = SingleComboboxProps | MultipleComboboxProps;

const ComboboxControl = lazy(() =>
  import('./combobox-control.tsx').then((module) => ({ default: module.ComboboxControl })),
);

export function Combobox(props: ComboboxProps) {
  const { label, labelHidden, hint, error, required, disabled, disabledReason, changed, technicalName } =
    props;
  const field = {
    label,
    labelHidden,
    hint,
    error,
    required,
    disabled,
    disabledReason,
    changed,
    technicalName,
  };
  return (
    <Field {...field}>
      {(control) => (
        <Suspense fallback={<input id={control.id} className={css.control} disabled />}>
          <ComboboxControl {...props} control={control} />
        </Suspense>
      )}
    </Field>
  );
}
