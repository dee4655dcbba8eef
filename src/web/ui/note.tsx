// A message inside the part it is about: information, a warning, or an error with its own retry.
import { CircleAlert, Info, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import css from './note.module.css';

export interface NoteProps {
  readonly kind?: 'info' | 'warn' | 'bad';
  readonly children: ReactNode;
  readonly onRetry?: () => void;
  /** Other actions, after the text. */
  readonly action?: ReactNode;
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert } as const;

export function Note({ kind = 'info', children, onRetry, action }: NoteProps) {
  const { t } = useTranslation('ui');
  return (
    <div className={cx(css.note, css[kind])} role={kind === 'bad' ? 'alert' : undefined}>
      <Icon icon={icons[kind]} className={css.icon} />
      <div className={css.text}>
        {children}
        {onRetry === undefined ? null : (
          <button type="button" className={css.retry} onClick={onRetry}>
            {t('retry')}
          </button>
        )}
      </div>
      {action}
    </div>
  );
}
