// Thumbnails of all pages, which mark the current one and lead to the others. Only visible ones are drawn.
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './pdf.module.css';

export interface PageStripProps {
  readonly pdf: PDFDocumentProxy;
  readonly current: number;
  readonly rotation: number;
  readonly onChoose: (page: number) => void;
}

const picturePx = 66;
const itemPx = 122;

export function PageStrip({ pdf, current, rotation, onChoose }: PageStripProps) {
  const { t } = useTranslation('preview');
  const strip = useRef<HTMLElement>(null);
  const items = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => strip.current,
    estimateSize: () => itemPx,
    paddingStart: 16,
    paddingEnd: 16,
    overscan: 4,
  });
  useEffect(() => items.scrollToIndex(current, { align: 'auto' }), [items, current]);
  return (
    <nav ref={strip} className={css.strip} aria-label={t('pdf.pages')}>
      <ol style={{ blockSize: items.getTotalSize() }}>
        {items.getVirtualItems().map(({ index, start }) => (
          <li key={index} style={{ transform: `translateY(${start}px)` }}>
            <button
              type="button"
              aria-current={index === current ? 'page' : undefined}
              aria-label={t('pdf.page', { number: index + 1 })}
              onClick={() => onChoose(index)}
            >
              <Thumbnail pdf={pdf} index={index} rotation={rotation} />
              <span>{index + 1}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  readonly pdf: PDFDocumentProxy;
  readonly index: number;
  readonly rotation: number;
}

function Thumbnail({ pdf, index, rotation }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop = () => {};
    let stopped = false;
    const draw = async () => {
      const page = await pdf.getPage(index + 1);
      const surface = canvas.current;
      if (stopped || surface === null) return;
      const turned = { rotation: (page.rotate + rotation) % 360 };
      const whole = page.getViewport({ scale: 1, ...turned });
      const ratio = window.devicePixelRatio || 1;
      const fitting = Math.min(picturePx / whole.width, (itemPx - 30) / whole.height);
      const viewport = page.getViewport({ scale: fitting * ratio, ...turned });
      surface.width = Math.ceil(viewport.width);
      surface.height = Math.ceil(viewport.height);
      surface.style.inlineSize = `${viewport.width / ratio}px`;
      const drawing = page.render({ canvas: surface, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
    };
    // The error is shown on the page itself.
    draw().catch(() => undefined);
    return () => {
      stopped = true;
      stop();
    };
  }, [pdf, index, rotation]);
  return <canvas ref={canvas} className={css.thumbnail} dir="ltr" />;
}
