// One line in the serif font, one sentence and one action, below the two arches.
import type { ReactNode } from 'react';
import { Arches } from './arches.tsx';
import css from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** One or two buttons. */
  readonly action?: ReactNode;
  /** Heading level in the page's outline. */
  readonly level?: 1 | 2 | 3;
}

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.empty}>
      <Arches />
      <Heading className={css.title}>{title}</Heading>
      {children === undefined ? null : <div className={css.text}>{children}</div>}
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </div>
  );
}
