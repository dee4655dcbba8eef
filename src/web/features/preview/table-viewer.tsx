// A CSV file as a table: its head stays in place, only visible rows are rendered. Columns are as wide as their longest
// early cell.
import { useVirtualizer } from '@tanstack/react-virtual';
import Papa from 'papaparse';
import { useMemo, useRef } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { columnWidths } from './column-widths.ts';
import { CountLine } from './count-line.tsx';
import { FileText } from './file-text.tsx';
import { PlainText } from './plain-text.tsx';
import { PrintButton } from './print/print-button.tsx';
import css from './table-viewer.module.css';

const rowPx = 30;

export function TableViewer({ file }: { readonly file: ViewerFile }) {
  return <FileText file={file}>{(text) => <Table text={text} name={file.name} />}</FileText>;
}

function Table({ text, name }: { readonly text: string; readonly name: string }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const rows = useMemo(() => Papa.parse<readonly string[]>(text, { skipEmptyLines: 'greedy' }).data, [text]);
  const widths = useMemo(() => columnWidths(rows), [rows]);
  const scroller = useRef<HTMLElement>(null);
  const [head = [], ...body] = rows;
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 20,
  });
  if (head.length < 2) return <PlainText text={text} />;
  const visible = virtual.getVirtualItems();
  const above = visible[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <>
      <CountLine
        tools={
          <PrintButton
            print={async () => {
              const { printTable, cutTable } = await import('./print/print-texts.ts');
              const cut = cutTable(body, head.length);
              const rest =
                cut.length < body.length ? t('print.cut', { shown: format.count(cut.length) }) : null;
              await printTable(name, { head, rows: cut, rest });
            }}
          />
        }
      >
        {t('rows', { count: body.length, shown: format.count(body.length) })}
      </CountLine>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard. */}
      <section ref={scroller} className={css.scroll} tabIndex={0} aria-label={name}>
        <table className={css.table} aria-rowcount={rows.length}>
          <colgroup>
            {widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position.
              <col key={column} style={{ inlineSize: `${width}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {head.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position.
                <th key={column} scope="col" dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr style={{ blockSize: above }} />
            {visible.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2}>
                {head.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position.
                  <td key={column} dir="auto" title={body[index]?.[column]}>
                    {body[index]?.[column]}
                  </td>
                ))}
              </tr>
            ))}
            <tr style={{ blockSize: below }} />
          </tbody>
        </table>
      </section>
    </>
  );
}
