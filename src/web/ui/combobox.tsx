// Chooses one or several of many options by typing. The owner does the search: it passes the options for the typed text. The code
// loads when the combobox is first shown; until then a plain field of the same size takes its place, and passes what was typed,
// and the focus, to the real one.
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import css from './field.module.css';
import { type ControlProps, Field, type FieldProps } from './field.tsx';
import { lazyPart } from './lazy-part.ts';

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** Second, quieter text: login, path, number of uses. */
  readonly detail?: string;
  /** Heading above it; the options of a group must be adjacent. */
  readonly group?: string;
  readonly disabled?: boolean;
  /** Before the label: an avatar, a glyph. */
  readonly start?: ReactNode;
}

interface ComboboxCommon extends FieldProps {
  readonly options: readonly ComboboxOption[];
  /** If set, the options already match the typed text (a server searched); else they are filtered here. */
  readonly onTextChange?: (text: string) => void;
  /** The options for the typed text have not arrived; those shown may be for an earlier text. */
  readonly loading?: boolean;
  /** Why there are no options; shown in their place. */
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

const ComboboxControl = lazyPart(() =>
  import('./controls/combobox-control.tsx').then((module) => ({ default: module.ComboboxControl })),
);

/** What was typed before the code was loaded (null: nothing), and whether the field had the focus. */
export interface EarlyTyping {
  readonly text: string | null;
  /** Enter was pressed after typing. */
  readonly entered: boolean;
  readonly focused: boolean;
}

export function Combobox(props: ComboboxProps) {
  const early = useRef<EarlyTyping>({ text: null, entered: false, focused: false });
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
        <Suspense
          fallback={
            <PlainInput
              control={control}
              shown={props.multiple === true ? '' : (props.value?.label ?? '')}
              early={early}
              onTextChange={props.onTextChange}
            />
          }
        >
          <ComboboxControl {...props} control={control} early={early} />
        </Suspense>
      )}
    </Field>
  );
}

interface PlainInputProps {
  readonly control: ControlProps;
  readonly shown: string;
  readonly early: RefObject<EarlyTyping>;
  readonly onTextChange: ((text: string) => void) | undefined;
}

/** Notes each change at once: when this field unmounts, the real one has already rendered. */
function PlainInput({ control, shown, early, onTextChange }: PlainInputProps) {
  // State, not only a ref: a letter typed while the real field is being rendered makes React render that again.
  const [text, setText] = useState<string | null>(null);
  const note = (changed: Partial<EarlyTyping>) => {
    early.current = { ...early.current, ...changed };
  };
  return (
    <input
      id={control.id}
      className={css.control}
      disabled={control.disabled}
      dir="auto"
      value={text ?? shown}
      onFocus={() => note({ focused: true })}
      onBlur={() => note({ focused: false })}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        note({ text: value, entered: false });
        onTextChange?.(value);
      }}
      onKeyDown={(event) => {
        // Enter would submit the form without the typed value.
        if (event.key !== 'Enter' || text === null) return;
        event.preventDefault();
        note({ entered: true });
      }}
    />
  );
}
