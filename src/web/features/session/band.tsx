/** An amber band under the top bar: something about the whole app that needs attention. */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from '#web/ui/icon.tsx';
import css from './band.module.css';

export interface BandProps {
  /** Names the region for those who jump between them. */
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  /** What changes by itself, kept out of what is read aloud. */
  readonly aside?: ReactNode;
  readonly action?: ReactNode;
}

export function Band({ label, icon = TriangleAlert, children, aside, action }: BandProps) {
  return (
    <section className={css.band} aria-label={label}>
      <Icon icon={icon} className={css.icon} />
      <p className={css.text} role="alert">
        {children}
      </p>
      {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
      {action}
    </section>
  );
}
