// How much a file holds, above its list or table, and what can be done with it.
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
