// A text with line numbers, without wrapping, so that tables drawn in it keep their shape. Only visible lines are rendered;
// for printing all of them.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';
import codeCss from './code/code.module.css';
import type { Piece } from './code/coloured-lines.ts';
import css from './preview.module.css';

const linePx = 21;

export interface PlainTextProps {
  readonly text: string;
  /** The same lines in coloured pieces. */
  readonly coloured?: readonly (readonly Piece[])[];
}

export function PlainText({ text, coloured }: PlainTextProps) {
  const { t } = useTranslation('preview');
  const lines = useMemo(() => text.split(/\r\n|\r|\n/), [text]);
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 30,
  });
  if (useIsPrinting())
    return (
      <pre className={css.printed} dir="auto">
        {text}
      </pre>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
    <section ref={scroller} className={css.text} tabIndex={0} aria-label={t('text')}>
      <div className={css.lines} style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div key={index} className={css.line} style={{ transform: `translateY(${start}px)` }}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <code dir="auto">
              {coloured === undefined ? lines[index] : <Pieces pieces={coloured[index]} />}
            </code>
          </div>
        ))}
      </div>
    </section>
  );
}

function Pieces({ pieces = [] }: { readonly pieces?: readonly Piece[] }) {
  return pieces.map(({ text, kind }, index) =>
    kind === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by their position.
      <span key={index} className={codeCss[kind]}>
        {text}
      </span>
    ),
  );
}
