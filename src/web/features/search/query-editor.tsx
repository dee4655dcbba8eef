/**
 * Loads the query editor when it is first shown. Until then a plain field takes the text; its selection is passed on to the
 * editor.
 */
import { Suspense, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { FieldSelection, NxqlEditorProps } from './editor/nxql-editor.tsx';
import css from './query-editor.module.css';

const NxqlEditor = lazyPart(() =>
  import('./editor/nxql-editor.tsx').then((module) => ({ default: module.NxqlEditor })),
);

export function QueryEditor(props: Omit<NxqlEditorProps, 'initialSelection'>) {
  const { t } = useTranslation('search');
  const initialSelection = useRef<FieldSelection>(null);
  return (
    <Suspense
      fallback={
        <textarea
          // Read the selection when the field is removed: browsers report a change of it late.
          ref={(field) => () => {
            initialSelection.current =
              field !== null && field === document.activeElement
                ? { anchor: field.selectionStart, head: field.selectionEnd }
                : null;
          }}
          className={css.waiting}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          aria-label={t('editor.label')}
          rows={5}
        />
      }
    >
      <NxqlEditor {...props} initialSelection={initialSelection} />
    </Suspense>
  );
}
