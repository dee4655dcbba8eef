// A workbook as tables, its sheets as tabs. What a table does not show (charts, colours) the server's PDF of it does.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide';
import { type ReactNode, useState } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { rangesOf } from '../parts/read-file.ts';
import { PdfViewer } from '../pdf/pdf-viewer.tsx';
import previewCss from '../preview.module.css';
import { PreviewWaiting } from '../preview-waiting.tsx';
import { openWorkbook } from './open-workbook.ts';
import { SheetTable } from './sheet-table.tsx';
import css from './sheet-viewer.module.css';
import type { Sheet } from './workbook.ts';

const held = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const;

export function SheetViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const [asPages, setAsPages] = useState(false);
  const [chosen, setChosen] = useState('0');
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: ['workbooks', file.address],
      queryFn: ({ signal }) => openWorkbook(file.bytes ?? 0, rangesOf(file, signal)),
      ...held,
    }),
  );
  const { asPdf } = file;
  if (asPages && asPdf !== undefined) return <PdfViewer file={{ ...file, address: asPdf, bytes: null }} />;
  const pages =
    asPdf === undefined ? null : (
      <Button size="small" look="quiet" icon={FileText} onClick={() => setAsPages(true)}>
        {t('sheet.asPages')}
      </Button>
    );
  if (error !== null) return <Broken reason={error.message} onRetry={() => void refetch()} pages={pages} />;
  if (data === undefined) return <PreviewWaiting />;
  const { sheets } = data;
  const only = sheets.length === 1 ? sheets[0] : undefined;
  if (only !== undefined)
    return (
      <section className={css.workbook} aria-label={file.name}>
        <ShownSheet file={file} sheet={only} index={0} pages={pages} />
      </section>
    );
  return (
    <section className={css.workbook} aria-label={file.name}>
      <Tabs
        label={t('sheet.sheets')}
        value={chosen}
        onChange={setChosen}
        tabs={sheets.map((sheet, index) => ({
          id: String(index),
          label: sheet.name,
          content:
            chosen === String(index) ? (
              <ShownSheet file={file} sheet={sheet} index={index} pages={pages} />
            ) : null,
        }))}
      />
    </section>
  );
}

interface ShownSheetProps {
  readonly file: ViewerFile;
  readonly sheet: Sheet;
  readonly index: number;
  readonly pages: ReactNode;
}

function ShownSheet({ file, sheet, index, pages }: ShownSheetProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const { data, error, refetch } = useQuery(
    queryOptions({ queryKey: ['workbooks', file.address, index], queryFn: sheet.read, ...held }),
  );
  if (error !== null) return <Broken reason={error.message} onRetry={() => void refetch()} pages={pages} />;
  if (data === undefined) return <PreviewWaiting />;
  const { length } = data.rows;
  return (
    <div className={css.sheet}>
      <div className={css.facts}>
        <span>
          {t('rows', { count: length, shown: format.count(length) })}
          {' · '}
          {t('columns', { count: data.columns, shown: format.count(data.columns) })}
        </span>
        {pages}
      </div>
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
  readonly pages: ReactNode;
}

function Broken({ reason, onRetry, pages }: BrokenProps) {
  const { t } = useTranslation('preview');
  return (
    <div className={previewCss.problem}>
      <Note kind="bad" onRetry={onRetry} action={pages}>
        {t('sheet.broken', { reason })}
      </Note>
    </div>
  );
}
