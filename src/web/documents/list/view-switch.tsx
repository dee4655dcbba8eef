/** A choice among a few ways to show the same thing, as joined icon buttons. */
import { Icon, type IconNode } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import css from './list-page.module.css';

export interface ViewSwitchProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly id: Value; readonly label: string; readonly icon: IconNode }[];
}

export function ViewSwitch<Value extends string>({
  label,
  value,
  onChange,
  options,
}: ViewSwitchProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser can lay out a fieldset as a strip.
    <div role="group" aria-label={label} className={css.switch}>
      {options.map((option) => (
        <Tooltip key={option.id} text={option.label}>
          <button
            type="button"
            aria-label={option.label}
            aria-pressed={option.id === value}
            onClick={() => onChange(option.id)}
          >
            <Icon icon={option.icon} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
