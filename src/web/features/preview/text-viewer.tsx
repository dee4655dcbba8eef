// Text and source files, HTML and XML among them: always their source, never what it would do.
import { FileText } from './file-text.tsx';
import { PlainText } from './plain-text.tsx';
import type { ViewerFile } from './viewer-file.ts';

export function TextViewer({ file }: { readonly file: ViewerFile }) {
  return <FileText file={file}>{(text) => <PlainText text={text} />}</FileText>;
}
