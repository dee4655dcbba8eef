// The frame of every form field: label, hint, error, the reason why it is disabled, and the ink bar of a changed value.
// Invariant: the control refers to all of them by id, through the props passed to `children`.
import { CircleAlert } from 'lucide';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface FieldProps {
  readonly label: string;
  /** The label is for screen readers only: inside a row or a toolbar. */
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  /** The mistake, then how to correct it. */
  readonly error?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Shown beside the label of a disabled field: "locked by Jørgen". */
  readonly disabledReason?: string;
  /** Unsaved: an ink bar at the inline start. */
  readonly changed?: boolean;
  /** The server's own name, in a monospaced font at the end of the label line. */
  readonly technicalName?: string;
}

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-required'?: true;
  readonly disabled?: boolean;
}

export interface FieldFrameProps extends FieldProps {
  /** The control is a group (chips, radio buttons): the label names it by id and is not a `<label>`. */
  readonly group?: boolean;
  readonly children: (control: ControlProps & { readonly labelId: string }) => ReactNode;
}

export function Field({ children, ...field }: FieldFrameProps) {
  const id = useId();
  const labelId = `${id}l`;
  const hintId = `${id}h`;
  const errorId = `${id}e`;
  const described = cx(field.hint !== undefined && hintId, field.error !== undefined && errorId);
  const disabled = field.disabled === true || field.disabledReason !== undefined;
  const label = (
    <>
      {field.label}
      {field.disabledReason === undefined ? null : <span className={css.reason}>{field.disabledReason}</span>}
      {field.technicalName === undefined ? null : (
        <code className={css.technical}>{field.technicalName}</code>
      )}
    </>
  );
  const labelLine = field.group ? (
    <span id={labelId} className={css.label}>
      {label}
    </span>
  ) : (
    <label id={labelId} htmlFor={id} className={css.label}>
      {label}
    </label>
  );
  return (
    <div className={cx(css.field, field.changed === true && css.changed)}>
      {field.labelHidden ? <VisuallyHidden>{labelLine}</VisuallyHidden> : labelLine}
      {children({
        id,
        labelId,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': field.error === undefined ? undefined : true,
        'aria-required': field.required || undefined,
        disabled: disabled || undefined,
      })}
      {field.hint === undefined ? null : (
        <div id={hintId} className={css.hint} dir="auto">
          {field.hint}
        </div>
      )}
      {field.error === undefined ? null : (
        <p id={errorId} className={css.error}>
          <Icon icon={CircleAlert} size={14} />
          {field.error}
        </p>
      )}
    </div>
  );
}

/** Separates the props of the frame from those of the control. */
export function splitField<P extends FieldProps>(
  props: P,
): { readonly field: FieldProps; readonly control: Omit<P, keyof FieldProps> } {
  const {
    label,
    labelHidden,
    hint,
    error,
    required,
    disabled,
    disabledReason,
    changed,
    technicalName,
    ...control
  } = props;
  return {
    field: { label, labelHidden, hint, error, required, disabled, disabledReason, changed, technicalName },
    control,
  };
}
