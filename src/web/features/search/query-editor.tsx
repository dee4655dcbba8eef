/**
 * The query editor's place: its code is fetched when it is first shown. Until then a plain field takes what is typed,
 * and hands over its caret.
 */
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { NxqlEditorProps } from './editor/nxql-editor.tsx';
import css from './query-editor.module.css';

const NxqlEditor = lazy(() =>
  import('./editor/nxql-editor.tsx').then((module) => ({ default: module.NxqlEditor })),
);

export function QueryEditor(props: Omit<NxqlEditorProps, 'caret'>) {
  const { t } = useTranslation('search');
  const caret = useRef<number>(null);
  return (
    <Suspense
      fallback={
        <textarea
          className={css.waiting}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onSelect={(event) => {
            caret.current = event.currentTarget.selectionEnd;
          }}
          onBlur={() => {
            caret.current = null;
          }}
          aria-label={t('editor.label')}
          rows={5}
        />
      }
    >
      <NxqlEditor {...props} caret={caret} />
    </Suspense>
  );
}
