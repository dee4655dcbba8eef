// How much a file holds, above its list or table.
import type { ReactNode } from 'react';
import css from './count-line.module.css';

export function CountLine({ children }: { readonly children: ReactNode }) {
  return <div className={css.count}>{children}</div>;
}
