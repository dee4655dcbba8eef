// The table of contents beside the pages, or over them if there is little room: a tree, also for the keyboard.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Tree } from '#web/ui/tree.tsx';
import layout from '../reader.module.css';
import { type OutlineNode, pageOfEntry } from './outline.ts';

export interface PdfOutlineProps {
  readonly pdf: PDFDocumentProxy;
  readonly outline: readonly OutlineNode[];
  readonly onChoose: (page: number) => void;
}

/** An outline with no more entries is fully open at first. */
const mostOpenAtFirst = 60;

export function PdfOutline({ pdf, outline, onChoose }: PdfOutlineProps) {
  const { t } = useTranslation('preview');
  const [expanded, setExpanded] = useState(() => openAtFirst(outline));
  const [current, setCurrent] = useState<string>();
  const choose = async (node: OutlineNode) => {
    setCurrent(node.id);
    // A broken entry leads nowhere.
    const page = await pageOfEntry(pdf, node.dest).catch(() => null);
    if (page !== null) onChoose(page);
  };
  return (
    <nav className={layout.contents} aria-label={t('pdf.contents')}>
      <Tree
        label={t('pdf.contents')}
        roots={outline}
        childrenOf={({ children }) => ({ status: 'ready', nodes: children })}
        expanded={expanded}
        onExpand={({ id }, open) =>
          setExpanded((known) =>
            open ? new Set(known).add(id) : new Set([...known].filter((one) => one !== id)),
          )
        }
        onRetry={() => undefined}
        current={current}
        onChoose={(node) => void choose(node)}
      />
    </nav>
  );
}

function openAtFirst(outline: readonly OutlineNode[]): ReadonlySet<string> {
  const all: string[] = [];
  const add = (nodes: readonly OutlineNode[]) => {
    for (const { id, children } of nodes) {
      all.push(id);
      add(children);
    }
  };
  add(outline);
  return new Set(all.length <= mostOpenAtFirst ? all : []);
}
