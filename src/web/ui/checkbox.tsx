// Yes, no, or "some of them" (indeterminate). The native control, restyled: one element in each row of a list.
import { type ReactNode, useEffect, useRef } from 'react';
import css from './checkbox.module.css';
import { cx } from './cx.ts';

export interface CheckboxProps {
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
  readonly label?: ReactNode;
  /** In place of a label: for screen readers only. */
  readonly hiddenLabel?: string;
  readonly disabled?: boolean;
  readonly describedBy?: string;
  readonly tabIndex?: number;
}

export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, label, hiddenLabel, disabled, describedBy, tabIndex } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // "mixed" exists only as a property of the element, not as an attribute.
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <label className={cx(css.line, label === undefined && css.bare)}>
      <input
        ref={input}
        type="checkbox"
        className={css.box}
        checked={checked === true}
        disabled={disabled}
        tabIndex={tabIndex}
        aria-label={hiddenLabel}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label === undefined ? null : <span>{label}</span>}
    </label>
  );
}
