// A workbook as tables, its sheets as tabs. Charts and colours are only in the server's PDF of it.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { CountLine } from '../count-line.tsx';
import { openedFile } from '../parts/opened-file.ts';
import { rangesOf } from '../parts/read-file.ts';
import { PdfViewer } from '../pdf/pdf-viewer.tsx';
import previewCss from '../preview.module.css';
import { PreviewWaiting } from '../preview-waiting.tsx';
import { PrintButton } from '../print/print-button.tsx';
import tools from '../tools.module.css';
import { openWorkbook } from './open-workbook.ts';
import { SheetTable, useCellText } from './sheet-table.tsx';
import css from './sheet-viewer.module.css';
import type { Sheet } from './workbook.ts';

export function SheetViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const [view, setView] = useState<'table' | 'pages'>('table');
  const [chosen, setChosen] = useState('0');
  const { asPdf } = file;
  return (
    <section className={css.workbook} aria-label={file.name}>
      {asPdf === undefined ? null : (
        <div className={tools.tools}>
          <Segments
            label={t('sheet.views')}
            value={view}
            onChange={setView}
            segments={[
              { id: 'table', label: t('sheet.table') },
              { id: 'pages', label: t('sheet.pages') },
            ]}
          />
        </div>
      )}
      {view === 'pages' && asPdf !== undefined ? (
        <PdfViewer file={{ ...file, address: asPdf, bytes: null }} />
      ) : (
        <Tables file={file} chosen={chosen} onChoose={setChosen} />
      )}
    </section>
  );
}

interface TablesProps {
  readonly file: ViewerFile;
  readonly chosen: string;
  readonly onChoose: (sheet: string) => void;
}

function Tables({ file, chosen, onChoose }: TablesProps) {
  const { t } = useTranslation('preview');
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: ['workbooks', file.address],
      queryFn: ({ signal }) => openWorkbook(file.bytes ?? 0, rangesOf(file, signal)),
      ...openedFile,
    }),
  );
  if (error !== null) return <Broken reason={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <PreviewWaiting />;
  const { sheets } = data;
  const only = sheets.length === 1 ? sheets[0] : undefined;
  if (only !== undefined) return <ShownSheet file={file} sheet={only} index={0} />;
  return (
    <Tabs
      label={t('sheet.sheets')}
      value={chosen}
      onChange={onChoose}
      tabs={sheets.map((sheet, index) => ({
        id: String(index),
        label: sheet.name,
        content: chosen === String(index) ? <ShownSheet file={file} sheet={sheet} index={index} /> : null,
      }))}
    />
  );
}

interface ShownSheetProps {
  readonly file: ViewerFile;
  readonly sheet: Sheet;
  readonly index: number;
}

function ShownSheet({ file, sheet, index }: ShownSheetProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const textOf = useCellText();
  const { data, error, refetch } = useQuery(
    queryOptions({ queryKey: ['workbooks', file.address, index], queryFn: sheet.read, ...openedFile }),
  );
  if (error !== null) return <Broken reason={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <PreviewWaiting />;
  const { length } = data.rows;
  return (
    <div className={css.sheet}>
      <CountLine
        tools={
          length === 0 ? null : (
            <PrintButton
              print={async () => {
                const { printTable, cutTable } = await import('../print/print-texts.ts');
                const cut = cutTable(data.rows, data.columns);
                const isCut = data.isCut || cut.length < length;
                await printTable(`${file.name} – ${sheet.name}`, {
                  head: [],
                  rows: cut.map((row) =>
                    Array.from({ length: data.columns }, (_, column) => textOf(row[column])),
                  ),
                  rest: isCut ? t('print.cut', { shown: format.count(cut.length) }) : null,
                });
              }}
            />
          )
        }
      >
        {t('rows', { count: length, shown: format.count(length) })}
        {' · '}
        {t('columns', { count: data.columns, shown: format.count(data.columns) })}
      </CountLine>
      {data.isCut ? (
        <div className={previewCss.band}>
          <Note kind="warn">{t('sheet.cut')}</Note>
        </div>
      ) : null}
      {length === 0 ? (
        <p className={css.empty}>{t('sheet.empty')}</p>
      ) : (
        <SheetTable content={data} name={sheet.name} />
      )}
    </div>
  );
}

interface BrokenProps {
  readonly reason: string;
  readonly onRetry: () => void;
}

function Broken({ reason, onRetry }: BrokenProps) {
  const { t } = useTranslation('preview');
  return (
    <div className={previewCss.problem}>
      <Note kind="bad" onRetry={onRetry}>
        {t('sheet.broken', { reason })}
      </Note>
    </div>
  );
}
