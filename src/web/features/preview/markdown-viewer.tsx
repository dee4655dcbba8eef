// Markdown as a page to read.

import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { FileText } from './file-text.tsx';
import css from './preview.module.css';
import { SafeHtml } from './safe-html.tsx';

export function MarkdownViewer({ file }: { readonly file: ViewerFile }) {
  return (
    <FileText file={file}>
      {(text) => (
        <div className={css.scroll}>
          <SafeHtml source={text} format="markdown" />
        </div>
      )}
    </FileText>
  );
}
