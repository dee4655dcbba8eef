// The preview for a dialog over a list: the same viewers, in the room of the dialog.
import type { DocumentEntity } from '#wire/document.ts';
import { Preview } from './preview.tsx';
import css from './quick-look.module.css';

export interface QuickLookProps {
  readonly document: DocumentEntity;
}

export function QuickLook({ document }: QuickLookProps) {
  return (
    <div className={css.look}>
      <Preview document={document} />
    </div>
  );
}
