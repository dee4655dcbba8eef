// A PDF's table of contents as tree nodes. Pure, but for asking the open file for an entry's page.
// Invariant: an outline with cycles, or without end, is cut off at a depth and a number of entries.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { TreeNode } from '#web/ui/tree-rows.ts';

/** An entry as pdf.js gives it. */
export interface OutlineItem {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly OutlineItem[];
}

export interface OutlineNode extends TreeNode {
  readonly dest: unknown;
  readonly children: readonly OutlineNode[];
}

const mostEntries = 3000;
const mostLevels = 24;

export function outlineNodes(items: readonly OutlineItem[]): readonly OutlineNode[] {
  let left = mostEntries;
  const nodesOf = (entries: readonly OutlineItem[], level: number, above: string): readonly OutlineNode[] => {
    if (level > mostLevels) return [];
    const nodes: OutlineNode[] = [];
    for (const [index, { title, dest, items: below }] of entries.entries()) {
      if (left === 0) break;
      left -= 1;
      const id = `${above}${index}`;
      const children = nodesOf(below, level + 1, `${id}.`);
      nodes.push({ id, label: title.trim(), dest, children, hasChildren: children.length > 0 });
    }
    return nodes;
  };
  return nodesOf(items, 1, '');
}

/** From 0; null if an entry leads to no page of this file. */
export async function pageOfEntry(pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  const destination = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const page: unknown = Array.isArray(destination) ? destination[0] : null;
  if (typeof page === 'number') return page < pdf.numPages ? page : null;
  return isReference(page) ? pdf.getPageIndex(page) : null;
}

function isReference(value: unknown): value is { num: number; gen: number } {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}
