// The pages of two PDFs, one page at a time: side by side with the differences marked on both, or one over the other.

import { ChevronLeft, ChevronRight } from 'lucide';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PasswordDialog } from '../pdf/password-dialog.tsx';
import { type UsedPdf, usePdf } from '../pdf/use-pdf.ts';
import previewCss from '../preview.module.css';
import tools from '../tools.module.css';
import { shownFileOf } from './comparable.ts';
import css from './compare.module.css';
import type { ComparedProps } from './compared-text.tsx';
import { type DrawnPair, drawPair, findDifferentPage } from './draw-pair.ts';
import { addedColour, removedColour } from './pixel-differences.ts';

export function ComparedPages({ earlier, later }: ComparedProps) {
  const one = shownFileOf(earlier);
  const other = shownFileOf(later);
  return one === null || other === null ? null : <OpenedPair earlier={one} later={other} />;
}

interface PairOfFiles {
  readonly earlier: ViewerFile;
  readonly later: ViewerFile;
}

function OpenedPair({ earlier, later }: PairOfFiles) {
  const one = usePdf(earlier);
  const other = usePdf(later);
  if (one.state.status === 'ready' && other.state.status === 'ready') {
    return <Pages earlier={one.state.pdf} later={other.state.pdf} />;
  }
  return one.state.status === 'ready' ? (
    <Unopened file={later} used={other} />
  ) : (
    <Unopened file={earlier} used={one} />
  );
}

function Unopened({ file, used }: { readonly file: ViewerFile; readonly used: UsedPdf }) {
  const { t } = useTranslation('preview');
  const { state, retry } = used;
  if (state.status === 'password') {
    return <PasswordDialog wrong={state.wrong} name={file.name} onAnswer={state.answer} />;
  }
  if (state.status === 'failed') {
    return (
      <div className={previewCss.problem}>
        <Note kind="bad" onRetry={retry}>
          {t('failed', { reason: state.error.message })}
        </Note>
      </div>
    );
  }
  return (
    <div className={previewCss.waiting} role="status">
      <Spinner size={22} />
      {file.bytes === null ? t('converting') : t('opening')}
    </div>
  );
}

interface PairOfPdfs {
  readonly earlier: PDFDocumentProxy;
  readonly later: PDFDocumentProxy;
}

type Layout = 'beside' | 'over';

function Pages({ earlier, later }: PairOfPdfs) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const [layout, setLayout] = useState<Layout>('beside');
  const [index, setIndex] = useState(0);
  const [search, setSearch] = useState<'idle' | 'running' | 'nothing'>('idle');
  const abort = useRef<AbortController>(null);
  const total = Math.max(earlier.numPages, later.numPages);
  const drawn = useDrawnPair(earlier, later, index);
  useEffect(() => () => abort.current?.abort(), []);
  const show = (next: number) => {
    abort.current?.abort();
    setSearch('idle');
    setIndex(Math.min(total - 1, Math.max(0, next)));
  };
  const seek = (by: 1 | -1) => {
    abort.current?.abort();
    const running = new AbortController();
    abort.current = running;
    setSearch('running');
    findDifferentPage(earlier, later, index, by, running.signal).then(
      (found) => {
        if (running.signal.aborted) return;
        if (found === null) setSearch('nothing');
        else show(found);
      },
      () => {
        if (!running.signal.aborted) setSearch('idle');
      },
    );
  };
  const group = t('keys');
  useShortcut({ keys: 'N', label: t('compare.nextPage'), group, run: () => seek(1) });
  useShortcut({ keys: 'P', label: t('compare.previousPage'), group, run: () => seek(-1) });
  const number = t('compare.pageOf', { page: format.count(index + 1), total: format.count(total) });
  return (
    <div className={previewCss.stack}>
      <div className={css.tools} role="toolbar" aria-label={t('compare.tools')}>
        <Segments
          label={t('compare.layout')}
          value={layout}
          onChange={setLayout}
          segments={[
            { id: 'beside', label: t('compare.beside') },
            { id: 'over', label: t('compare.over') },
          ]}
        />
        <span className={css.pager}>
          <IconButton
            icon={ChevronLeft}
            directional
            size="small"
            label={t('compare.pageBack')}
            disabled={index === 0}
            onClick={() => show(index - 1)}
          />
          <span className={tools.number}>{number}</span>
          <IconButton
            icon={ChevronRight}
            directional
            size="small"
            label={t('compare.pageOn')}
            disabled={index === total - 1}
            onClick={() => show(index + 1)}
          />
        </span>
        <Button
          size="small"
          loading={search === 'running'}
          disabled={index === total - 1}
          onClick={() => seek(1)}
        >
          {t('compare.nextPage')}
        </Button>
        <span className={tools.gap} />
        <span role="status">
          {search === 'nothing'
            ? t('compare.noMorePages')
            : drawn.pair === null
              ? ''
              : t(drawn.pair.differs ? 'compare.pageDiffers' : 'compare.pageSame')}
        </span>
      </div>
      {drawn.error === null ? (
        <section
          className={css.pages}
          data-layout={layout}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
          tabIndex={0}
          aria-label={t('compare.pages')}
        >
          {drawn.pair === null ? <Spinner size={22} /> : <Pair pair={drawn.pair} layout={layout} />}
        </section>
      ) : (
        <div className={previewCss.problem}>
          <Note kind="bad" onRetry={drawn.retry}>
            {t('failed', { reason: drawn.error.message })}
          </Note>
        </div>
      )}
    </div>
  );
}

interface UsedPair {
  /** Null while it is being drawn. */
  readonly pair: DrawnPair | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

function useDrawnPair(earlier: PDFDocumentProxy, later: PDFDocumentProxy, index: number): UsedPair {
  const [attempt, setAttempt] = useState(0);
  const [pair, setPair] = useState<DrawnPair | null>(null);
  const [error, setError] = useState<Error | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt draws it again.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    setPair(null);
    setError(null);
    drawPair(earlier, later, index, signal).then(
      (drawn) => {
        if (!signal.aborted) setPair(drawn);
      },
      (cause: unknown) => {
        if (!signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)));
      },
    );
    return () => abort.abort();
  }, [earlier, later, index, attempt]);
  return { pair, error, retry: () => setAttempt(attempt + 1) };
}

/** Overlaid pages are grey, so that the colours of the differences stand out. */
const faint = 0.3;
const overPrint = 0.45;

function cssColour(parts: readonly number[]): string {
  return `rgb(${parts.join(' ')})`;
}

function Pair({ pair, layout }: { readonly pair: DrawnPair; readonly layout: Layout }) {
  const { t } = useTranslation('preview');
  const { earlier, later, marks } = pair;
  const legend = (
    <p className={css.legend}>
      <span style={{ '--swatch': cssColour(removedColour) }}>{t('compare.onlyEarlier')}</span>
      <span style={{ '--swatch': cssColour(addedColour) }}>{t('compare.onlyLater')}</span>
    </p>
  );
  if (layout === 'over') {
    return (
      <>
        {legend}
        <Sheet
          label={t('compare.over')}
          layers={[
            [later, faint],
            [marks, 1],
          ]}
        />
      </>
    );
  }
  return (
    <>
      {legend}
      <Sheet
        label={t('compare.earlier')}
        layers={[
          [earlier, 1],
          [marks, overPrint],
        ]}
      >
        {t('compare.earlier')}
      </Sheet>
      <Sheet
        label={t('compare.later')}
        layers={[
          [later, 1],
          [marks, overPrint],
        ]}
      >
        {t('compare.later')}
      </Sheet>
    </>
  );
}

interface SheetProps {
  readonly label: string;
  readonly layers: readonly (readonly [canvas: HTMLCanvasElement, opacity: number])[];
  readonly children?: ReactNode;
}

function Sheet({ label, layers, children }: SheetProps) {
  const surface = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = surface.current;
    const context = canvas?.getContext('2d');
    const [first] = layers;
    if (!canvas || !context || first === undefined) return;
    canvas.width = first[0].width;
    canvas.height = first[0].height;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const [layer, opacity] of layers) {
      context.globalAlpha = opacity;
      context.drawImage(layer, 0, 0);
    }
  }, [layers]);
  return (
    <figure className={css.sheet}>
      {children === undefined ? null : <figcaption>{children}</figcaption>}
      <canvas ref={surface} role="img" aria-label={label} />
    </figure>
  );
}
