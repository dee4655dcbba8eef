/** An amber band under the top bar: something about the whole app that needs attention. */
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon, type IconNode } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './band.module.css';

export interface BandProps {
  /** Names the region for those who jump between them. */
  readonly label: string;
  readonly icon?: IconNode;
  readonly children: ReactNode;
  /** What changes by itself, kept out of what is read aloud. */
  readonly aside?: ReactNode;
  readonly action?: ReactNode;
  /** Never more than a line: on a narrow screen what stands aside goes, and a long text ends in dots. */
  readonly isOneLine?: boolean;
  /** Given: on a narrow screen two lines of the text stand there, and a button that shows the rest and these actions. */
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
