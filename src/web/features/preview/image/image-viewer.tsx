// A picture: fitted into its room, zoomed around the pointer, dragged, rotated. Large ones are loaded in tiles.
import { useQueryClient } from '@tanstack/react-query';
import { Maximize2, RotateCw, ZoomIn, ZoomOut } from 'lucide';
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { fileContent } from '#web/api/file-content.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PreviewProblem } from '../preview-problem.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { printPictures } from '../print/print-pictures.ts';
import tools from '../tools.module.css';
import { useRoom } from '../use-room.ts';
import css from './image-viewer.module.css';
import { fillsCopy, fittedScale, type ImageZoom, type Rect, type Size, unrotateRect } from './image-zoom.ts';
import { rotatedPicture } from './rotated-picture.ts';
import { TileLayer } from './tile-layer.tsx';
import { type ShownPicture, usePicture } from './use-picture.ts';
import { useZoom } from './use-zoom.ts';

const edgePx = 20;

export function ImageViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const [wantsWhole, setWantsWhole] = useState(false);
  const picture = usePicture(file, wantsWhole);
  if (picture.isBroken) {
    return (
      <PreviewProblem
        file={file}
        reason={picture.error?.message ?? t('brokenImage')}
        onRetry={picture.onRetry}
      />
    );
  }
  return (
    <Viewer file={file} picture={picture} onCloser={wantsWhole ? undefined : () => setWantsWhole(true)} />
  );
}

interface ViewerProps {
  readonly file: ViewerFile;
  readonly picture: ShownPicture;
  /** Called when the zoom shows the copy unsharp. */
  readonly onCloser: (() => void) | undefined;
}

/** A component of its own, so that the effects on the scroller start when it exists, also after a retry. */
function Viewer({ file, picture, onCloser }: ViewerProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const { url, tiles } = picture;
  const [loaded, setLoaded] = useState<Size>({ width: 0, height: 0 });
  const [rotation, setRotation] = useState(0);
  const viewer = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  const lying = rotation % 180 === 0 ? loaded : { width: loaded.height, height: loaded.width };
  const fitted = fittedScale(lying, { width: room.width - 2 * edgePx, height: room.height - 2 * edgePx });
  const scaleOf = (size: ImageZoom) => (size === 'fit' ? fitted : size);
  const { zoom, setZoom, zoomTo, step } = useZoom(scroller, frame, scaleOf);
  const scale = scaleOf(zoom);
  const mouse = {
    ...useDragToScroll(),
    onDoubleClick: ({ clientX, clientY }: MouseEvent<HTMLElement>) =>
      zoomTo(zoom === 'fit' ? Math.max(1, fitted * 2) : 'fit', { x: clientX, y: clientY }),
  };
  const part = usePartInSight(scroller, frame, `${scale} ${rotation} ${room.width} ${room.height}`);
  /** When the whole picture replaces its copy, keep its size on screen. */
  const setSize = (size: Size) => {
    if (size.width === loaded.width && size.height === loaded.height) return;
    if (loaded.width > 0 && zoom !== 'fit') setZoom((zoom * loaded.width) / size.width);
    setLoaded({ width: size.width, height: size.height });
  };
  if (tiles !== undefined) setSize(tiles);
  // If a smaller copy is not sharp any more, load the whole picture, once.
  const isBlurred = loaded.width > 0 && scale * window.devicePixelRatio > 1;
  const isCopy = file.full !== undefined && !picture.isWhole && fillsCopy(loaded);
  const isTooSmall = isCopy && isBlurred;
  useEffect(() => {
    if (isTooSmall) onCloser?.();
  }, [isTooSmall, onCloser]);
  const queries = useQueryClient();
  // Fetched here, as the printed frame cannot sign in.
  const print = async () => {
    const shown = await queries.fetchQuery(fileContent(picture.address));
    const address = URL.createObjectURL(rotation === 0 ? shown : await rotatedPicture(shown, rotation));
    await printPictures(file.name, [{ address }]).finally(() => URL.revokeObjectURL(address));
  };
  const group = t('keys');
  useShortcut({ keys: '+', label: t('zoomIn'), group, run: () => step(1) });
  useShortcut({ keys: '-', label: t('zoomOut'), group, run: () => step(-1) });
  const whole = { width: loaded.width * scale, height: loaded.height * scale };
  // Shares of the frame, which has another size in print.
  const share = (part: number, of: number) => (of === 0 ? 0 : `${(100 * part) / of}%`);
  return (
    <section ref={viewer} className={css.viewer} aria-label={file.name}>
      <div className={tools.tools} role="toolbar" aria-label={t('tools')}>
        <span>
          {loaded.width === 0 ? null : `${format.count(loaded.width)} × ${format.count(loaded.height)}`}
        </span>
        {isCopy ? (
          <span className={css.copy} role="status">
            {t(picture.isFetching ? 'copy.fetching' : 'copy.smaller')}
          </span>
        ) : null}
        <span className={tools.gap} />
        <IconButton icon={ZoomOut} size="small" label={t('zoomOut')} shortcut="-" onClick={() => step(-1)} />
        <Button
          variant="quiet"
          size="small"
          aria-label={zoom === 'fit' ? t('actualSize') : t('fit.page')}
          onClick={() => zoomTo(zoom === 'fit' ? 1 : 'fit')}
        >
          <span className={tools.percent}>{format.percent(scale)}</span>
        </Button>
        <IconButton icon={ZoomIn} size="small" label={t('zoomIn')} shortcut="+" onClick={() => step(1)} />
        <span className={tools.rule} />
        <IconButton
          icon={RotateCw}
          size="small"
          label={t('rotate')}
          onClick={() => setRotation((rotation + 90) % 360)}
        />
        {url === undefined ? null : <PrintButton print={print} />}
        <IconButton
          className={tools.roomy}
          icon={Maximize2}
          size="small"
          label={t('fullScreen')}
          onClick={() => {
            if (document.fullscreenElement === null) void viewer.current?.requestFullscreen();
            else void document.exitFullscreen();
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard. */}
      <section ref={scroller} className={css.scroller} tabIndex={0} aria-label={t('picture')} {...mouse}>
        {url === undefined && tiles === undefined ? <Spinner size={22} /> : null}
        <div
          ref={frame}
          className={css.frame}
          style={{
            inlineSize: lying.width * scale,
            blockSize: lying.height * scale,
            '--ratio': lying.width / lying.height || 1,
          }}
        >
          <div
            className={css.picture}
            role="img"
            aria-label={file.name}
            style={{
              width: share(loaded.width, lying.width),
              height: share(loaded.height, lying.height),
              transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
            }}
          >
            {url === undefined ? null : (
              <img
                src={url}
                alt=""
                draggable={false}
                onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                  if (tiles === undefined) setSize({ width: naturalWidth, height: naturalHeight });
                }}
                onError={() => picture.onBroken(url)}
              />
            )}
            {tiles === undefined || file.tiles === undefined ? null : (
              <TileLayer
                address={file.tiles}
                pyramid={tiles}
                scale={scale}
                part={partOfPicture(part, whole, rotation, scale)}
              />
            )}
          </div>
        </div>
      </section>
    </section>
  );
}

function partOfPicture(part: Rect, whole: Size, rotation: number, scale: number): Rect {
  const { x, y, width, height } = unrotateRect(part, whole, rotation);
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
}

const nothing: Rect = { x: 0, y: 0, width: 0, height: 0 };

/**
 * The visible part of the frame, from its top left, in CSS pixels. @param measures changes when the part may have changed
 */
function usePartInSight(
  scroller: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  measures: string,
): Rect {
  const [part, setPart] = useState(nothing);
  const measure = useCallback(() => {
    const around = scroller.current?.getBoundingClientRect();
    const box = frame.current?.getBoundingClientRect();
    if (around === undefined || box === undefined) return;
    const x = Math.max(0, around.left - box.left);
    const y = Math.max(0, around.top - box.top);
    setPart({
      x,
      y,
      width: Math.min(around.right, box.right) - box.left - x,
      height: Math.min(around.bottom, box.bottom) - box.top - y,
    });
  }, [scroller, frame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the measured content has changed.
  useEffect(measure, [measure, measures]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.addEventListener('scroll', measure, { passive: true });
    return () => element.removeEventListener('scroll', measure);
  }, [scroller, measure]);
  return part;
}

/** Lets the mouse scroll by dragging; touch does so by itself. */
function useDragToScroll() {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = () => {
    from.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current === null) return;
      event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
