// A note, read only: its text is a property, not a file.
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { Json } from '#wire/json.ts';
import previewCss from '../preview.module.css';
import css from './note-page.module.css';

const SafeHtml = lazyPart(() => import('../safe-html.tsx').then((m) => ({ default: m.SafeHtml })));

export interface NoteViewerProps {
  readonly text: string;
  readonly mediaType: Json | undefined;
}

export function NoteViewer({ text, mediaType }: NoteViewerProps) {
  const format = formatOf(mediaType);
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

export async function printNote(title: string, text: string, mediaType: Json | undefined): Promise<void> {
  const format = formatOf(mediaType);
  if (format === undefined) return (await import('../print/print-texts.ts')).printText(title, text);
  return (await import('../safe-html.tsx')).printWritten(title, text, format);
}

/** Undefined for plain text. */
function formatOf(mediaType: Json | undefined): 'markdown' | 'html' | undefined {
  return mediaType === 'text/markdown' ? 'markdown' : mediaType === 'text/html' ? 'html' : undefined;
}
