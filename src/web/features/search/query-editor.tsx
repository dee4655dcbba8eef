/** The query editor's place: its code is fetched when it is first shown, and a plain field of its size stands there. */
import { lazy, Suspense } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { NxqlEditorProps } from './editor/nxql-editor.tsx';
import css from './query-editor.module.css';

const NxqlEditor = lazy(() =>
  import('./editor/nxql-editor.tsx').then((module) => ({ default: module.NxqlEditor })),
);

export function QueryEditor(props: NxqlEditorProps) {
  const { t } = useTranslation('search');
  return (
    <Suspense
      fallback={
        <textarea
          className={css.waiting}
          value={props.value}
          readOnly
          aria-label={t('editor.label')}
          rows={5}
        />
      }
    >
      <NxqlEditor {...props} />
    </Suspense>
  );
}
