// A short label that can be chosen, removed or added to: tags, filters, chosen values.
import { CircleAlert, X } from 'lucide';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './chip.module.css';
import { cx } from './cx.ts';
import { Icon, type IconNode } from './icon.tsx';

export interface ChipProps {
  readonly children: ReactNode;
  /** Names the thing to remove, for the button's label; required with `onRemove`. */
  readonly name?: string;
  readonly icon?: IconNode;
  readonly on?: boolean;
  readonly bad?: boolean;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  readonly onRemove?: () => void;
}

export function Chip({
  children,
  name,
  icon,
  on = false,
  bad = false,
  disabled,
  onClick,
  onRemove,
}: ChipProps) {
  const { t } = useTranslation('ui');
  const label = (
    <>
      {bad ? <Icon icon={CircleAlert} size={13} className={css.bad} /> : null}
      {icon === undefined ? null : <Icon icon={icon} size={13} />}
      <bdi className={css.text}>{children}</bdi>
    </>
  );
  return (
    <span className={cx(css.chip, on && css.on, onClick !== undefined && css.pressable)}>
      {onClick === undefined ? (
        label
      ) : (
        <button type="button" className={css.button} aria-pressed={on} disabled={disabled} onClick={onClick}>
          {label}
        </button>
      )}
      {onRemove === undefined ? null : (
        <button
          type="button"
          className={css.remove}
          disabled={disabled}
          aria-label={t('remove', { name: name ?? '' })}
          onClick={onRemove}
        >
          <Icon icon={X} size={13} />
        </button>
      )}
    </span>
  );
}
