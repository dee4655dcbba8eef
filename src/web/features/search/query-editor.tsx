/**
 * The query editor's place: its code is fetched when it is first shown. Until then a plain field takes what is typed,
 * and hands over its selection.
 */
import { Suspense, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { HandedOver, NxqlEditorProps } from './editor/nxql-editor.tsx';
import css from './query-editor.module.css';

const NxqlEditor = lazyPart(() =>
  import('./editor/nxql-editor.tsx').then((module) => ({ default: module.NxqlEditor })),
);

export function QueryEditor(props: Omit<NxqlEditorProps, 'handedOver'>) {
  const { t } = useTranslation('search');
  const handedOver = useRef<HandedOver>(null);
  return (
    <Suspense
      fallback={
        <textarea
          // Asked when it goes, since a browser tells of a new selection only later.
          ref={(field) => () => {
            handedOver.current =
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
      <NxqlEditor {...props} handedOver={handedOver} />
    </Suspense>
  );
}
