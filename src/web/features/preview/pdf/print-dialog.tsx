// Prints pages of a PDF: the choice of pages, the progress, and stopping.
import { useMutation } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { pageNumbers } from '../print/page-numbers.ts';
import { printPages } from './print-pages.ts';

export interface PrintDialogProps {
  readonly pdf: PDFDocumentProxy;
  readonly name: string;
  readonly rotation: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All pages are kept as pictures until they are printed. */
const mostPages = 200;

export function PrintDialog({ pdf, name, rotation, open, onClose }: PrintDialogProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const [text, setText] = useState(`1-${Math.min(pdf.numPages, mostPages)}`);
  const [done, setDone] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const pages = pageNumbers(text, pdf.numPages);
  const tooMany = pages !== null && pages.length > mostPages;
  const print = useMutation({
    mutationFn: async (wanted: readonly number[]) => {
      abort.current = new AbortController();
      setDone(0);
      const { signal } = abort.current;
      await printPages({ pdf, name, rotation, pages: wanted, signal, onPage: setDone });
    },
    onSuccess: onClose,
  });
  useEffect(() => () => abort.current?.abort(), []);
  const close = () => {
    abort.current?.abort();
    onClose();
  };
  const error = tooMany
    ? t('print.tooMany', { most: format.count(mostPages) })
    : pages === null
      ? t('print.wrong', { last: format.count(pdf.numPages) })
      : undefined;
  const failed = print.error !== null && print.error.name !== 'AbortError';
  return (
    <Dialog
      open={open}
      size="small"
      title={t('print.title')}
      description={name}
      onClose={close}
      onSubmit={() => {
        if (pages !== null && error === undefined && !print.isPending) print.mutate(pages);
      }}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" loading={print.isPending}>
            {t('print.title')}
          </Button>
        </>
      }
    >
      <TextField label={t('print.pages')} value={text} error={error} onChange={setText} />
      {print.isPending ? (
        <ProgressBar
          label={t('print.drawing')}
          share={done / print.variables.length}
          text={t('print.drawn', { done: format.count(done), total: format.count(print.variables.length) })}
        />
      ) : null}
      {failed ? <Note kind="bad">{t('print.failed', { reason: print.error.message })}</Note> : null}
    </Dialog>
  );
}
