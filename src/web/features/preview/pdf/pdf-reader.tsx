// An open PDF: the toolbar above, its thumbnails or contents beside, and the pages. Only visible pages are drawn.
// Invariant: zooming or rotating keeps the reader's place.
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import layout from '../reader.module.css';
import { useIsNarrow, useRoom } from '../use-room.ts';
import { FindBar } from './find-bar.tsx';
import { PageStrip } from './page-strip.tsx';
import css from './pdf.module.css';
import { PdfOutline } from './pdf-outline.tsx';
import { type PageSize, PdfPage } from './pdf-page.tsx';
import { type PdfSide, PdfTools } from './pdf-tools.tsx';
import { type PageHit, useFind } from './use-find.ts';
import { useOutline } from './use-outline.ts';
import { rotateSize, scaleOf, stepScale, type Zoom } from './zoom.ts';

const PrintDialog = lazyPart(() => import('./print-dialog.tsx').then((m) => ({ default: m.PrintDialog })));

const gapPx = 16;
const edgePx = 28;
const phoneEdgePx = 14;
/** Assumed until the first page has loaded. */
const a4: PageSize = { width: 595, height: 842 };
const noHits: readonly PageHit[] = [];

export interface PdfReaderProps {
  readonly pdf: PDFDocumentProxy;
  readonly name: string;
}

export function PdfReader({ pdf, name }: PdfReaderProps) {
  const { t } = useTranslation('preview');
  const phone = useIsPhone();
  const edge = phone ? phoneEdgePx : edgePx;
  const reader = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  const isNarrow = useIsNarrow(reader);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const [zoom, setZoom] = useState<Zoom>('width');
  const [rotation, setRotation] = useState(0);
  // A phone has no room for the thumbnails.
  const [side, setSide] = useState<PdfSide | null>(phone ? null : 'pages');
  const [printing, setPrinting] = useState<boolean>();
  const [finding, setFinding] = useState(false);

  const sizeOf = (index: number) => rotateSize(sizes.get(index) ?? sizes.get(0) ?? a4, rotation);
  const scale = scaleOf(zoom, sizeOf(0), {
    width: room.width - 2 * edge,
    height: room.height - 2 * edge,
  });
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(index).height * scale + gapPx,
    paddingStart: edge,
    paddingEnd: edge,
    overscan: 1,
  });
  useStoredPlace(scroller.current, pages, `${scale} ${rotation} ${sizes.size}`);

  const offset = pages.scrollOffset ?? 0;
  const visible = pages.getVirtualItems();
  const atTop = visible.find(({ end }) => end > offset + room.height / 3);
  const current = atTop?.index ?? 0;
  const goTo = (page: number) =>
    pages.scrollToIndex(Math.min(pdf.numPages - 1, Math.max(0, page)), { align: 'start' });
  const find = useFind(pdf, (page) => pages.scrollToIndex(page, { align: 'start' }));
  const outline = useOutline(pdf);
  const shownHit = find.hits[find.current];

  const onSize = (index: number, size: PageSize) =>
    setSizes((known) => {
      const earlier = known.get(index);
      const same = earlier?.width === size.width && earlier.height === size.height;
      return same ? known : new Map(known).set(index, size);
    });

  const group = t('keys');
  const step = (by: 1 | -1) => setZoom(stepScale(scale, by));
  useShortcut({ keys: '+', label: t('zoomIn'), group, run: () => step(1) });
  useShortcut({ keys: '-', label: t('zoomOut'), group, run: () => step(-1) });
  const startFinding = () => {
    const field = reader.current?.querySelector<HTMLElement>('search input');
    // A second press opens the browser's own search.
    if (field === document.activeElement) return false;
    setFinding(true);
    field?.focus();
  };
  useShortcut({ keys: 'mod+F', label: t('pdf.find'), group, run: startFinding });
  return (
    <section ref={reader} className={layout.reader} aria-label={name}>
      <PdfTools
        page={current}
        pages={pdf.numPages}
        scale={scale}
        zoom={zoom}
        side={side}
        hasOutline={outline.length > 0}
        finding={finding}
        onPage={goTo}
        onZoom={setZoom}
        onStep={step}
        onRotate={() => setRotation((rotation + 90) % 360)}
        onSide={(next) => setSide(side === next ? null : next)}
        onFind={() => setFinding(!finding)}
        onPrint={() => setPrinting(true)}
        onFullScreen={() => {
          if (document.fullscreenElement === null) void reader.current?.requestFullscreen();
          else void document.exitFullscreen();
        }}
      />
      {finding ? (
        <FindBar
          find={find}
          onClose={() => {
            find.setQuery('');
            setFinding(false);
            scroller.current?.focus();
          }}
        />
      ) : null}
      {visible.length === pdf.numPages ? null : <p className={css.paper}>{t('print.drawnOnly')}</p>}
      <div className={layout.body}>
        {side === 'pages' && !phone ? (
          <PageStrip pdf={pdf} current={current} rotation={rotation} onChoose={goTo} />
        ) : null}
        {side === 'contents' ? (
          <PdfOutline
            pdf={pdf}
            outline={outline}
            onChoose={(page) => {
              goTo(page);
              if (!isNarrow) return;
              setSide(null);
              scroller.current?.focus();
            }}
          />
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard. */}
        <section ref={scroller} className={layout.scroller} tabIndex={0} aria-label={t('pdf.document')}>
          <div className={css.pages} style={{ blockSize: pages.getTotalSize() }}>
            {visible.map(({ index, start }) => {
              const { width, height } = sizeOf(index);
              const size = { width: Math.floor(width * scale), height: Math.floor(height * scale) };
              const hits = find.hits.filter(({ page }) => page === index);
              return (
                <div key={index} className={css.place} style={{ transform: `translateY(${start}px)` }}>
                  <PdfPage
                    pdf={pdf}
                    index={index}
                    scale={scale}
                    rotation={rotation}
                    size={size}
                    onSize={onSize}
                    hits={hits.length === 0 ? noHits : hits}
                    current={shownHit?.page === index ? shownHit : undefined}
                  />
                </div>
              );
            })}
          </div>
        </section>
      </div>
      {printing === undefined ? null : (
        <Suspense fallback={printing ? <AwaitedDialog onClose={() => setPrinting(false)} /> : null}>
          <PrintDialog
            open={printing}
            pdf={pdf}
            name={name}
            rotation={rotation}
            onClose={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** After all heights have changed, scrolls to the same share of the document. */
function useStoredPlace(
  scroller: HTMLElement | null,
  pages: { readonly getTotalSize: () => number; readonly measure: () => void },
  measures: string,
): void {
  const before = useRef({ measures, total: 0 });
  useLayoutEffect(() => {
    if (before.current.measures !== measures && scroller !== null) {
      const share = before.current.total === 0 ? 0 : scroller.scrollTop / before.current.total;
      pages.measure();
      scroller.scrollTop = share * pages.getTotalSize();
    }
    before.current = { measures, total: pages.getTotalSize() };
  });
}
