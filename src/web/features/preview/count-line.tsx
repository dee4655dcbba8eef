// The line above the list or table of a file: its number of entries, and the buttons for it.
import type { ReactNode } from 'react';
import css from './count-line.module.css';

export interface CountLineProps {
  readonly children: ReactNode;
  readonly tools?: ReactNode;
}

export function CountLine({ children, tools }: CountLineProps) {
  return (
    <div className={css.count}>
      <span>{children}</span>
      {tools}
    </div>
  );
}
