// Text and source files, XML among them: always the source, which is never interpreted.
import { useEffect, useState } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { codeLanguage } from './code/code-languages.ts';
import type { Piece } from './code/coloured-lines.ts';
import { FileText } from './file-text.tsx';
import { PlainText } from './plain-text.tsx';
import { PrintBar } from './print/print-bar.tsx';
import { printText } from './print/print-texts.ts';

/** Parsing this much takes less than a tenth of a second; longer texts are not coloured. */
const mostCharacters = 200_000;

export function TextViewer({ file }: { readonly file: ViewerFile }) {
  return (
    <FileText file={file}>
      {(text) => (
        <>
          <PrintBar print={() => printText(file.name, text)} />
          <SourceText text={text} file={file} />
        </>
      )}
    </FileText>
  );
}

/** Plain at first; coloured when the grammar has loaded. */
export function SourceText({ text, file }: { readonly text: string; readonly file: ViewerFile }) {
  const { name, mediaType } = file;
  const [coloured, setColoured] = useState<{
    readonly text: string;
    readonly lines: readonly (readonly Piece[])[];
  }>();
  useEffect(() => {
    const load = codeLanguage(name, mediaType);
    if (load === undefined || text.length > mostCharacters) return;
    let isGone = false;
    void Promise.all([load(), import('./code/coloured-lines.ts')]).then(
      ([parser, { colouredLines }]) => {
        if (!isGone) setColoured({ text, lines: colouredLines(text.replaceAll(/\r\n?/g, '\n'), parser) });
      },
      // Without the grammar the text stays plain.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [text, name, mediaType]);
  return <PlainText text={text} coloured={coloured?.text === text ? coloured.lines : undefined} />;
}
