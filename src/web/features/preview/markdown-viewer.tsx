// A Markdown file as a page.
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { FileText } from './file-text.tsx';
import css from './preview.module.css';
import { PrintBar } from './print/print-bar.tsx';
import { printWritten, SafeHtml } from './safe-html.tsx';

export function MarkdownViewer({ file }: { readonly file: ViewerFile }) {
  return (
    <FileText file={file}>
      {(text) => (
        <>
          <PrintBar print={() => printWritten(file.name, text, 'markdown')} />
          <div className={css.scroll}>
            <SafeHtml source={text} format="markdown" />
          </div>
        </>
      )}
    </FileText>
  );
}
