// One page: drawn at the screen's resolution, with its text over it for selection, screen readers and marked hits.
import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { markHits } from './mark-hits.ts';
import css from './pdf.module.css';
import type { PageHit } from './use-find.ts';

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  /** From 0. */
  readonly index: number;
  readonly scale: number;
  readonly rotation: number;
  /** At the given scale; an estimate until the page has loaded. */
  readonly size: PageSize;
  /** Reports the page's own size at scale 1, without rotation. */
  readonly onSize: (index: number, size: PageSize) => void;
  readonly hits: readonly PageHit[];
  readonly current: PageHit | undefined;
}

/** Browsers fail to draw a larger canvas. */
const mostPixels = 16_000_000;
/**
 * The least scale to draw at: drawn smaller, letters snap to whole pixels and words run together. Twice the size scales
 * down well.
 */
const leastDrawn = 1.5;
const noPieces: readonly HTMLElement[] = [];

export function PdfPage(props: PdfPageProps) {
  const { pdf, index, scale, rotation, size, onSize, hits, current } = props;
  const { t } = useTranslation('preview');
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [pieces, setPieces] = useState(noPieces);
  const [failure, setFailure] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `onSize` is no reason to draw again.
  useEffect(() => {
    let stop = () => {};
    let stopped = false;
    const draw = async () => {
      const page = await pdf.getPage(index + 1);
      const surface = canvas.current;
      const text = layer.current;
      if (stopped || surface === null || text === null) return;
      const { width, height } = page.getViewport({ scale: 1 });
      onSize(index, { width, height });
      const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 });
      const wanted = viewport.width * viewport.height;
      const screen = window.devicePixelRatio || 1;
      const sharp = scale * screen < leastDrawn ? Math.max(screen, 2) : screen;
      const ratio = Math.min(sharp, Math.sqrt(mostPixels / wanted));
      surface.width = Math.floor(viewport.width * ratio);
      surface.height = Math.floor(viewport.height * ratio);
      const drawing = page.render({ canvas: surface, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
      stop = () => drawing.cancel();
      await drawing.promise;
      text.replaceChildren();
      const textLayer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text,
        viewport,
      });
      stop = () => textLayer.cancel();
      await textLayer.render();
      if (!stopped) setPieces(textLayer.textDivs);
    };
    setFailure(undefined);
    draw().catch((cause: unknown) => {
      if (!stopped) setFailure(cause instanceof Error ? cause.message : String(cause));
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [pdf, index, scale, rotation]);

  useEffect(() => markHits({ pieces, hits, current }), [pieces, hits, current]);

  return (
    <section
      className={css.page}
      aria-label={t('pdf.page', { number: index + 1 })}
      style={{ inlineSize: size.width, blockSize: size.height, '--total-scale-factor': scale }}
    >
      <canvas ref={canvas} className={css.canvas} dir="ltr" />
      <div ref={layer} className={css.layer} dir="ltr" />
      {failure === undefined ? null : <p className={css.broken}>{t('pdf.broken', { reason: failure })}</p>}
    </section>
  );
}
