// Text for assistive technology only: everywhere, or only where there is no space to show it.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './visually-hidden.module.css';

export interface VisuallyHiddenProps {
  readonly as?: 'span' | 'h1';
  /** Hidden only on a phone, or only where the navigation is a rail; shown on wider screens. */
  readonly on?: 'phone' | 'rail';
  /** Class of the text where it is shown. */
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
