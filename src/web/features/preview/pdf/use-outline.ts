// The table of contents of an open PDF; empty until it has loaded, and for a file without one.
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
        // pdf.js gives null for a file without one, although its types do not say so.
        if (!isGone) setOutline(outlineNodes(items ?? []));
      },
      // If the outline is broken, the pages can still be read.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [pdf]);
  return outline;
}
