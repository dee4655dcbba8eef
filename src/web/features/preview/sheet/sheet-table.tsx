// One sheet: row numbers and column letters stay in place, and only visible cells are rendered.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { columnWidths } from '../column-widths.ts';
import { numberText } from './number-format.ts';
import css from './sheet-viewer.module.css';
import type { Cell, SheetContent } from './workbook.ts';

const rowPx = 28;
const characterPx = 8;

export interface SheetTableProps {
  readonly content: SheetContent;
  readonly name: string;
}

export function SheetTable({ content, name }: SheetTableProps) {
  const { locale } = useFormat();
  const scroller = useRef<HTMLElement>(null);
  const { rows, columns } = content;
  const textOf = useCellText();
  const widths = useMemo(() => {
    const early = rows
      .slice(0, 200)
      .map((row) => Array.from({ length: columns }, (_, column) => cellText(row[column], locale)));
    return columnWidths(early).map((characters) => Math.round(characters * characterPx));
  }, [rows, columns, locale]);
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => widths[column] ?? 60,
    overscan: 3,
  });
  const lines = down.getVirtualItems();
  const shown = across.getVirtualItems();
  const above = lines[0]?.start ?? 0;
  const below = down.getTotalSize() - (lines.at(-1)?.end ?? 0);
  const before = shown[0]?.start ?? 0;
  const after = across.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
    <section ref={scroller} className={css.scroll} tabIndex={0} aria-label={name} dir="ltr">
      <table className={css.table} aria-rowcount={rows.length + 1} aria-colcount={columns + 1}>
        <colgroup>
          <col className={css.numbers} />
          <col style={{ inlineSize: before }} />
          {shown.map(({ index, size }) => (
            <col key={index} style={{ inlineSize: size }} />
          ))}
          <col style={{ inlineSize: after }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <td aria-colindex={1} />
            <td aria-hidden="true" />
            {shown.map(({ index }) => (
              <th key={index} scope="col" aria-colindex={index + 2}>
                {columnName(index)}
              </th>
            ))}
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          <tr style={{ blockSize: above }} />
          {lines.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              <th scope="row" aria-colindex={1}>
                {index + 1}
              </th>
              <td aria-hidden="true" />
              {shown.map(({ index: column }) => {
                const cell = rows[index]?.[column];
                const text = textOf(cell);
                return (
                  <td
                    key={column}
                    aria-colindex={column + 2}
                    className={typeof cell === 'object' ? css.figure : undefined}
                    dir="auto"
                    title={text}
                  >
                    {text}
                  </td>
                );
              })}
              <td aria-hidden="true" />
            </tr>
          ))}
          <tr style={{ blockSize: below }} />
        </tbody>
      </table>
    </section>
  );
}

/** The text of a cell in the reader's language. */
export function useCellText(): (cell: Cell | undefined) => string {
  const { t } = useTranslation('preview');
  const { locale } = useFormat();
  return (cell) =>
    typeof cell === 'boolean' ? t(cell ? 'sheet.true' : 'sheet.false') : cellText(cell, locale);
}

function cellText(cell: Cell | undefined, locale: string): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell);
  return 'shown' in cell ? cell.shown : numberText(cell.value, cell.format, locale);
}

/** A, B … Z, AA … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}
