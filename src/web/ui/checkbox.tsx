// Yes or no, or "some of them" (indeterminate). The native control, drawn.
import { type ReactNode, useEffect, useRef } from 'react';
import css from './checkbox.module.css';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface CheckboxProps {
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  /** The label is read out but not shown. */
  readonly labelHidden?: boolean;
  readonly disabled?: boolean;
  readonly round?: boolean;
  readonly describedBy?: string;
  readonly tabIndex?: number;
}

export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, label, labelHidden = false, disabled, round, describedBy, tabIndex } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // "mixed" exists only as a property of the element, not as an attribute.
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <label className={cx(css.line, labelHidden && css.bare)}>
      <span className={cx(css.target, round && css.round)}>
        <input
          ref={input}
          type="checkbox"
          className={css.box}
          checked={checked === true}
          disabled={disabled}
          tabIndex={tabIndex}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <svg className={css.tick} viewBox="0 0 11 11" width="11" height="11" aria-hidden="true">
          {checked === 'mixed' ? <path d="M2 5.5h7" /> : <path d="m1.8 5.8 2.4 2.4 5-5.4" />}
        </svg>
      </span>
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </label>
  );
}
