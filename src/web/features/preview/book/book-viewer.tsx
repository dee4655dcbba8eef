// A book: its table of contents beside the page, or over it if there is little room, and one chapter at a time in a frame
// without scripts.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ListTree } from 'lucide';
import { useCallback, useRef, useState } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PageFrame } from '../html/page-frame.tsx';
import { openedFile } from '../parts/opened-file.ts';
import { rangesOf } from '../parts/read-file.ts';
import { PreviewProblem } from '../preview-problem.tsx';
import { PreviewWaiting } from '../preview-waiting.tsx';
import { PrintButton } from '../print/print-button.tsx';
import layout from '../reader.module.css';
import tools from '../tools.module.css';
import { useIsNarrow } from '../use-room.ts';
import css from './book-viewer.module.css';
import { type Book, type Chapter, readBook } from './read-book.ts';

export function BookViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: ['books', file.address],
      queryFn: ({ signal }) => readBook(file.bytes ?? 0, rangesOf(file, signal)),
      ...openedFile,
    }),
  );
  if (error !== null)
    return <PreviewProblem file={file} reason={t('book.broken')} onRetry={() => void refetch()} />;
  return data === undefined ? <PreviewWaiting /> : <Reader book={data} file={file} />;
}

function Reader({ book, file }: { readonly book: Book; readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const reader = useRef<HTMLElement>(null);
  const isNarrow = useIsNarrow(reader);
  const [number, setNumber] = useState(0);
  const [wantsContents, setWantsContents] = useState<boolean>();
  const hasContents = book.contents.length > 0 && (wantsContents ?? !isNarrow);
  const scroller = useRef<HTMLElement>(null);
  const chapter = book.chapters[number];
  const begun = book.contents.findLast((entry) => entry.chapter <= number);
  const current = book.contents.findIndex((entry) => entry.chapter === begun?.chapter);
  const go = (to: number) => {
    setNumber(to);
    scroller.current?.scrollTo(0, 0);
  };
  const last = book.chapters.length - 1;
  return (
    <section ref={reader} className={layout.reader} aria-label={file.name}>
      <div className={tools.tools} role="toolbar" aria-label={t('tools')}>
        {book.contents.length === 0 ? null : (
          <IconButton
            icon={ListTree}
            size="small"
            label={t('pdf.contents')}
            pressed={hasContents}
            directional
            onClick={() => setWantsContents(!hasContents)}
          />
        )}
        <span className={tools.gap} />
        <IconButton
          icon={ChevronLeft}
          size="small"
          directional
          label={t('book.previous')}
          disabledReason={number === 0 ? t('book.atFirst') : undefined}
          onClick={() => go(number - 1)}
        />
        <span className={css.place} role="status">
          {t('book.chapter', { number: format.count(number + 1), total: format.count(last + 1) })}
        </span>
        <IconButton
          icon={ChevronRight}
          size="small"
          directional
          label={t('book.next')}
          disabledReason={number === last ? t('book.atLast') : undefined}
          onClick={() => go(number + 1)}
        />
        {chapter === undefined ? null : (
          <PrintButton
            print={async () => {
              const { printMadePage } = await import('../html/print-made-page.ts');
              const source = await chapter.read();
              await printMadePage({
                title: file.name,
                source,
                sheets: book.sheets,
                find: (picture) => book.picture(chapter.path, picture),
              });
            }}
          />
        )}
      </div>
      <div className={layout.body}>
        {hasContents ? (
          <nav className={cx(layout.contents, css.contents)} aria-label={t('pdf.contents')}>
            <ol>
              {book.contents.map(({ label, level, chapter: to }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries are identified by their position.
                <li key={index} style={{ '--level': Math.min(level, 6) - 1 }}>
                  <button
                    type="button"
                    aria-current={index === current ? 'location' : undefined}
                    onClick={() => {
                      go(to);
                      if (!isNarrow) return;
                      setWantsContents(false);
                      scroller.current?.focus();
                    }}
                  >
                    <bdi>{label}</bdi>
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard. */}
        <section ref={scroller} className={layout.scroller} tabIndex={0} aria-label={t('book.text')}>
          {chapter === undefined ? null : (
            <ChapterPage key={number} book={book} chapter={chapter} file={file} />
          )}
        </section>
      </div>
    </section>
  );
}

interface ChapterPageProps {
  readonly book: Book;
  readonly chapter: Chapter;
  readonly file: ViewerFile;
}

function ChapterPage({ book, chapter, file }: ChapterPageProps) {
  const { t } = useTranslation('preview');
  const { data, error, refetch } = useQuery(
    queryOptions({ queryKey: ['books', file.address, chapter.path], queryFn: chapter.read, ...openedFile }),
  );
  const find = useCallback((source: string) => book.picture(chapter.path, source), [book, chapter]);
  if (error !== null)
    return <PreviewProblem file={file} reason={t('book.broken')} onRetry={() => void refetch()} />;
  return data === undefined ? (
    <PreviewWaiting />
  ) : (
    <PageFrame source={data} sheets={book.sheets} label={file.name} find={find} />
  );
}
