/** An amber band below the top bar for notices about the whole app. */
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon, type IconNode } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './band.module.css';

export interface BandProps {
  /** Name of the region for screen readers. */
  readonly label: string;
  readonly icon?: IconNode;
  readonly children: ReactNode;
  /** Content that changes by itself, outside of the text that screen readers announce. */
  readonly aside?: ReactNode;
  readonly action?: ReactNode;
  /** Never more than a line: on a narrow screen `aside` is hidden, and a long text is truncated. */
  readonly isOneLine?: boolean;
  /** If given, a narrow screen shows two lines of the text, and a button that unfolds the rest and these actions. */
  readonly unfolded?: ReactNode;
}

export function Band(props: BandProps) {
  const { label, icon = TriangleAlert, children, aside, action, isOneLine = false, unfolded } = props;
  const { t } = useTranslation('session');
  const [open, setOpen] = useState(false);
  const folds = unfolded !== undefined;
  return (
    <section
      className={cx(css.band, isOneLine && css.oneLine, folds && !open && css.folded)}
      aria-label={label}
    >
      <Icon icon={icon} className={css.icon} />
      <p className={css.text} role="alert">
        {children}
      </p>
      {folds ? (
        <IconButton
          className={css.fold}
          size="small"
          icon={open ? ChevronUp : ChevronDown}
          label={t(open ? 'band.less' : 'band.more')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      ) : null}
      {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
      {action}
      {folds ? <span className={css.unfolded}>{unfolded}</span> : null}
    </section>
  );
}
