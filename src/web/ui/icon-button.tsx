// A button that shows only an icon. Its label is its accessible name and its tooltip.
import type { ComponentPropsWithRef } from 'react';
import css from './button.module.css';
import { type ButtonStyle, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Icon, type IconNode } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps
  extends ButtonStyle,
    Omit<ComponentPropsWithRef<'button'>, 'size' | 'aria-label'> {
  readonly icon: IconNode;
  readonly label: string;
  /** Key or keys that do the same, shown in the tooltip: "F2", "mod+K". */
  readonly shortcut?: string;
  /** For a toggle button only. */
  readonly pressed?: boolean;
  readonly loading?: boolean;
  readonly directional?: boolean;
  /** If set, it can be focused and keeps its name, but does nothing and shows this reason. */
  readonly disabledReason?: string;
}

export function IconButton({
  icon,
  label,
  shortcut,
  pressed,
  loading = false,
  directional,
  disabledReason,
  variant = 'quiet',
  size,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const refused = disabledReason !== undefined;
  return (
    <Tooltip text={refused ? `${label}: ${disabledReason}` : label} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        className={cx(buttonClass({ variant, size }), css['icon-only'], className)}
        aria-label={label}
        aria-description={disabledReason}
        aria-disabled={refused || undefined}
        onClick={refused ? undefined : onClick}
        aria-pressed={pressed}
        aria-busy={loading || undefined}
      >
        {loading ? <Spinner /> : <Icon icon={icon} directional={directional} />}
      </button>
    </Tooltip>
  );
}
