// Text for assistive technology only: everywhere, or where there is no room to show it.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './visually-hidden.module.css';

export interface VisuallyHiddenProps {
  readonly as?: 'span' | 'h1';
  /** Shown on wider screens than that of a phone, or than those on which the navigation is a rail. */
  readonly on?: 'phone' | 'rail';
  /** How it looks where it is shown. */
  readonly className?: string;
  readonly children: ReactNode;
}

export function VisuallyHidden({ as: Tag = 'span', on, className, children }: VisuallyHiddenProps) {
  return (
    <Tag className={cx(css[on ?? 'hidden'], className)} data-hidden-text={on} dir="auto">
      {children}
    </Tag>
  );
}
