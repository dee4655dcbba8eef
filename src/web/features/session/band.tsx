/** An amber band under the top bar: something about the whole app that needs attention. */
import { TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Icon, type IconNode } from '#web/ui/icon.tsx';
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
}

export function Band({ label, icon = TriangleAlert, children, aside, action, isOneLine = false }: BandProps) {
  return (
    <section className={cx(css.band, isOneLine && css.oneLine)} aria-label={label}>
      <Icon icon={icon} className={css.icon} />
      <p className={css.text} role="alert">
        {children}
      </p>
      {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
      {action}
    </section>
  );
}
