// One look for every icon: 16 px, thin stroke, hidden from assistive technology (controls have text labels). Icons are imported
// one by one from lucide, as plain data, so that a page loads only those it shows.
import type { IconNode } from 'lucide';
import { createElement } from 'react';
import { cx } from './cx.ts';
import css from './icon.module.css';

export type { IconNode };

export interface IconProps {
  readonly icon: IconNode;
  readonly size?: number;
  /** Mirrored in right-to-left pages: arrows, chevrons, anything that points along the line. */
  readonly directional?: boolean;
  readonly className?: string;
}

export function Icon({ icon, size = 16, directional = false, className }: IconProps) {
  return (
    <svg
      className={cx(css.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.65}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-flip={directional ? '' : undefined}
    >
      {icon.map(([shape, attributes], index) => createElement(shape, { ...attributes, key: index }))}
    </svg>
  );
}
