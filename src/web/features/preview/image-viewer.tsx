// A picture: fitted to its room, enlarged about the pointer's place, dragged, turned.
import { Maximize2, RotateCw, ZoomIn, ZoomOut } from 'lucide';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './image-viewer.module.css';
import { fittedScale, type ImageZoom, nextScale } from './image-zoom.ts';
import { PreviewProblem } from './preview-problem.tsx';
import tools from './tools.module.css';
import { useRoom } from './use-room.ts';

const edgePx = 20;

export function ImageViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const [wantsWhole, setWantsWhole] = useState(false);
  const { url, error, isWhole, isFetching } = usePicture(file, wantsWhole);
  const [broken, setBroken] = useState<string>();
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const [zoom, setZoom] = useState<ImageZoom>('fit');
  const [rotation, setRotation] = useState(0);
  const viewer = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  const drag = useDragToScroll();
  const lying = rotation % 180 === 0 ? natural : { width: natural.height, height: natural.width };
  const fitted = fittedScale(lying, { width: room.width - 2 * edgePx, height: room.height - 2 * edgePx });
  const scale = zoom === 'fit' ? fitted : zoom;
  const step = (by: 1 | -1) => setZoom(nextScale(scale, by));
  // What a smaller copy cannot show sharply is fetched whole, once.
  const isBlurred = natural.width > 0 && scale * window.devicePixelRatio > 1;
  if (!wantsWhole && file.full !== undefined && isBlurred) setWantsWhole(true);
  const group = t('keys');
  useShortcut({ keys: '+', label: t('zoomIn'), group, run: () => step(1) });
  useShortcut({ keys: '-', label: t('zoomOut'), group, run: () => step(-1) });
  if (error !== null || (url !== undefined && broken === url)) {
    return (
      <PreviewProblem
        file={file}
        reason={error?.message ?? t('brokenImage')}
        onRetry={() => setBroken(undefined)}
      />
    );
  }
  const picture = { inlineSize: natural.width * scale, blockSize: natural.height * scale };
  return (
    <section ref={viewer} className={css.viewer} aria-label={file.name}>
      <div className={tools.tools} role="toolbar" aria-label={t('tools')}>
        <span>
          {natural.width === 0 ? null : `${format.count(natural.width)} × ${format.count(natural.height)}`}
        </span>
        {file.full === undefined || isWhole ? null : (
          <span className={css.copy} role="status">
            {t(isFetching ? 'copy.fetching' : 'copy.smaller')}
          </span>
        )}
        <span className={tools.gap} />
        <IconButton icon={ZoomOut} size="small" label={t('zoomOut')} shortcut="-" onClick={() => step(-1)} />
        <Button
          look="quiet"
          size="small"
          aria-label={zoom === 'fit' ? t('actualSize') : t('fit.page')}
          onClick={() => setZoom(zoom === 'fit' ? 1 : 'fit')}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section ref={scroller} className={css.scroller} tabIndex={0} aria-label={t('picture')} {...drag}>
        <div
          className={css.frame}
          style={{ inlineSize: lying.width * scale, blockSize: lying.height * scale }}
        >
          {url === undefined ? null : (
            <img
              src={url}
              alt={file.name}
              draggable={false}
              style={{ ...picture, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                // The whole picture takes the place of its copy, as large as that was.
                if (isWhole && natural.width > 0 && zoom !== 'fit')
                  setZoom((zoom * natural.width) / naturalWidth);
                setNatural({ width: naturalWidth, height: naturalHeight });
              }}
              onError={() => setBroken(url)}
              onDoubleClick={() => setZoom(zoom === 'fit' ? Math.max(1, fitted * 2) : 'fit')}
            />
          )}
        </div>
      </section>
    </section>
  );
}

/** The copy until the whole picture is there and decoded, so that nothing flashes; for good where that fails. */
function usePicture({ address, full }: ViewerFile, wantsWhole: boolean) {
  const copy = useMediaUrl(address);
  const whole = useMediaUrl(wantsWhole && full !== undefined ? full : null);
  const [ready, setReady] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const { url } = whole;
  useEffect(() => {
    if (url === undefined) return;
    let isGone = false;
    const picture = new Image();
    picture.src = url;
    picture.decode().then(
      () => {
        if (!isGone) setReady(url);
      },
      // The copy stays.
      () => {
        if (!isGone) setFailed(url);
      },
    );
    return () => {
      isGone = true;
    };
  }, [url]);
  if (url !== undefined && ready === url) return { ...whole, isWhole: true, isFetching: false };
  const hasFailed = whole.error !== null || (url !== undefined && failed === url);
  return { ...copy, isWhole: false, isFetching: wantsWhole && !hasFailed };
}

/** The mouse drags what it would have to scroll; touch scrolls by itself. */
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
