// A note: its text is a property, not a file.
import { lazy } from 'react';
import type { Json } from '#wire/json.ts';
import previewCss from '../preview.module.css';
import css from './note-page.module.css';

const SafeHtml = lazy(() => import('../safe-html.tsx').then((m) => ({ default: m.SafeHtml })));

export interface NoteViewerProps {
  readonly text: string;
  readonly mediaType: Json | undefined;
}

export function NoteViewer({ text, mediaType }: NoteViewerProps) {
  const format = mediaType === 'text/markdown' ? 'markdown' : mediaType === 'text/html' ? 'html' : undefined;
  return (
    <div className={previewCss.scroll}>
      {format === undefined ? (
        <p className={css.plain} dir="auto">
          {text}
        </p>
      ) : (
        <SafeHtml source={text} format={format} />
      )}
    </div>
  );
}
