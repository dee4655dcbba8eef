// The table of contents of an open PDF; empty until it is read, and for a file without one.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { type OutlineNode, outlineNodes } from './outline.ts';

const noNodes: readonly OutlineNode[] = [];

export function useOutline(pdf: PDFDocumentProxy): readonly OutlineNode[] {
  const [outline, setOutline] = useState(noNodes);
  useEffect(() => {
    let isGone = false;
    pdf.getOutline().then(
      (items) => {
        // pdf.js says null of a file without one, whatever its types say.
        if (!isGone) setOutline(outlineNodes(items ?? []));
      },
      // A file whose outline is broken has pages all the same.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [pdf]);
  return outline;
}
