// The button. At most one `primary` in a view. `loading` keeps the width and shows `loadingText`.
import type { ComponentPropsWithRef, ReactNode } from 'react';
import css from './button.module.css';
import { cx } from './cx.ts';
import { Icon, type IconNode } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonStyle {
  /** quiet = without a border until hovered. */
  readonly variant?: 'primary' | 'line' | 'quiet' | 'danger' | 'danger-fill';
  readonly size?: 'small' | 'normal' | 'large';
}

export interface ButtonProps extends ButtonStyle, Omit<ComponentPropsWithRef<'button'>, 'size'> {
  readonly icon?: IconNode;
  readonly loading?: boolean;
  /** Replaces the label while loading: "Starting…". */
  readonly loadingText?: ReactNode;
  /** If set, the button can be focused, but does nothing and shows this reason. */
  readonly disabledReason?: string;
}

export function buttonClass({ variant = 'line', size = 'normal' }: ButtonStyle): string {
  return cx(css.button, css[variant], size !== 'normal' && css[size]);
}

export function Button({
  variant,
  size,
  icon,
  loading = false,
  loadingText,
  disabledReason,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const idle = loading || disabledReason !== undefined || rest['aria-disabled'];
  return (
    <button
      type="button"
      {...rest}
      {...(disabledReason === undefined ? null : { 'data-tip': disabledReason })}
      className={cx(buttonClass({ variant, size }), className)}
      aria-description={disabledReason}
      aria-disabled={idle}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (idle === true) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={css.stack}>
        <span className={cx(css.label, loading && css.away)} aria-hidden={loading || undefined}>
          {icon === undefined ? null : <Icon icon={icon} />}
          {children}
        </span>
        {loading ? (
          <span className={css.label}>
            <Spinner />
            {loadingText ?? children}
          </span>
        ) : null}
      </span>
    </button>
  );
}
