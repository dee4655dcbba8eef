// On or off, applied at once (use Checkbox where the user saves afterwards).
import type { ReactNode } from 'react';
import css from './switch.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly labelHidden?: boolean;
  readonly disabled?: boolean;
}

export function Switch({ checked, onChange, label, labelHidden = false, disabled }: SwitchProps) {
  return (
    <label className={css.line}>
      <input
        type="checkbox"
        role="switch"
        className={css.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </label>
  );
}
