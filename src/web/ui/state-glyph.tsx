// A lifecycle state: a glyph of its own shape, and always the word.
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from './cx.ts';
import css from './state-glyph.module.css';

const drawings: Readonly<Record<string, ReactNode>> = {
  project: <circle cx="12" cy="12" r="9" strokeDasharray="3.6 2.7" />,
  review: (
    <>
      <circle cx="12" cy="12" r="9" strokeDasharray="0.1 4.6" />
      <circle cx="12" cy="12" r="1.6" fill="currentColor" />
    </>
  ),
  approved: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8.2 12.3 2.6 2.6 5-5.4" />
    </>
  ),
  obsolete: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m9 15 6-6" />
    </>
  ),
};

const known = ['project', 'review', 'approved', 'obsolete', 'deleted', 'undefined'];

/** @param state as the repository writes it: project, review, approved, obsolete, or any other (word only) */
export function StateGlyph({ state }: { readonly state: string }) {
  const { t } = useTranslation('ui');
  const drawing = drawings[state];
  return (
    <span className={cx(css.state, css[state])}>
      {drawing === undefined ? null : (
        <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
          {drawing}
        </svg>
      )}
      {known.includes(state) ? t(`state.${state}`) : state}
    </span>
  );
}
