// A note: its text is a property, not a file. Shown as a page; people who may change it edit it in the same place.
import { PenLine } from 'lucide';
import { useState } from 'react';
import { may, propertyOf } from '#web/api/document-context.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { isString } from '#wire/json.ts';
import previewCss from '../preview.module.css';
import { PrintButton } from '../print/print-button.tsx';
import tools from '../tools.module.css';
import { NoteEditor } from './note-editor.tsx';
import css from './note-page.module.css';
import { NoteViewer, printNote } from './note-viewer.tsx';

export interface NotePageProps {
  readonly document: DocumentEntity;
  /** False if notes can only be read here. */
  readonly editable: boolean;
}

export function NotePage({ document, editable }: NotePageProps) {
  const { t } = useTranslation('preview');
  const [writing, setWriting] = useState(false);
  const note = propertyOf(document, 'note:note');
  const text = isString(note) ? note : '';
  const mediaType = propertyOf(document, 'note:mime_type');
  const mayWrite = editable && may(document, 'Write') && !document.isVersion && !document.isTrashed;
  if (writing) return <NoteEditor document={document} text={text} onClose={() => setWriting(false)} />;
  const write = (
    <Button icon={PenLine} size="small" onClick={() => setWriting(true)}>
      {t('note.write')}
    </Button>
  );
  if (text === '') {
    return (
      <div className={previewCss.none}>
        <FileGlyph kind="text" size={72} />
        <p>{t('note.empty')}</p>
        {mayWrite ? write : null}
      </div>
    );
  }
  return (
    <div className={css.note}>
      <div className={tools.tools}>
        {mayWrite ? write : null}
        <span className={tools.gap} />
        <PrintButton print={() => printNote(document.title, text, mediaType)} />
      </div>
      <NoteViewer text={text} mediaType={mediaType} />
    </div>
  );
}
