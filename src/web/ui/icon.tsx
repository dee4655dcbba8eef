// One look for every icon: 16 px, thin stroke, hidden from assistive technology (labels are words).
// Icons are imported one by one from lucide-react, so that a page carries only those it shows.
import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';
import css from './icon.module.css';

export type { LucideIcon };

export interface IconProps {
  readonly icon: LucideIcon;
  readonly size?: number;
  /** Mirrored in right-to-left pages: arrows, chevrons, anything that points along the line. */
  readonly directional?: boolean;
  readonly className?: string;
}

export function Icon({ icon: Drawing, size = 16, directional = false, className }: IconProps) {
  return (
    <Drawing
      className={cx(css.icon, className)}
      size={size}
      strokeWidth={1.65}
      aria-hidden="true"
      focusable="false"
      data-flip={directional ? '' : undefined}
    />
  );
}
