// Sound and film in the browser's own player, streamed. A film that it cannot play is converted by the server if that has
// the program; else the file is offered for download.
import { type SyntheticEvent, useRef, useState } from 'react';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import css from '../preview.module.css';
import { PreviewProblem } from '../preview-problem.tsx';
import { Storyboard } from './storyboard.tsx';

export function MediaViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const video = file.mediaType.startsWith('video/');
  const [converted, setConverted] = useState(
    video && !mayPlay(file.mediaType) && file.playable !== undefined,
  );
  const { url, error, retry } = useMediaUrl(converted && file.playable ? file.playable : file.address);
  const { url: poster } = useMediaUrl(file.poster ?? null);
  const player = useRef<HTMLMediaElement>(null);
  const [duration, setDuration] = useState(0);
  const [failed, setFailed] = useState<string>();
  const [ready, setReady] = useState<string>();
  const stopped = error !== null || (url !== undefined && failed === url);
  // If the browser cannot play the film, try once more with the server's conversion.
  if (stopped && video && !converted && file.playable !== undefined) setConverted(true);
  if (stopped && (converted || !video || file.playable === undefined)) {
    return (
      <PreviewProblem
        file={file}
        reason={error?.message ?? t(converted ? 'unconverted' : 'unplayable')}
        onRetry={() => {
          setFailed(undefined);
          retry();
        }}
      />
    );
  }
  // A player starts to load when it is created, and React misses events from before it is in the page: check its state.
  const setLoaded = ({ duration: seconds }: HTMLMediaElement) => {
    setReady(url);
    setDuration(seconds);
  };
  const catchUp = (element: HTMLMediaElement | null) => {
    player.current = element;
    if (element?.error) setFailed(url);
    else if (element !== null && element.readyState >= element.HAVE_METADATA) setLoaded(element);
  };
  const shared = {
    ref: catchUp,
    src: url,
    controls: true,
    preload: 'metadata',
    onError: () => setFailed(url),
    onLoadedMetadata: (event: SyntheticEvent<HTMLMediaElement>) => setLoaded(event.currentTarget),
  } as const;
  return (
    <div className={css.media}>
      {converted && ready !== url ? (
        <p className={css.making} role="status">
          <Spinner />
          {t('makingFilm')}
        </p>
      ) : null}
      {url === undefined ? null : video ? (
        <>
          <video {...shared} className={css.video} poster={poster} aria-label={file.name} />
          {ready === url ? (
            <Storyboard url={url} duration={duration} scenes={file.scenes ?? []} player={player} />
          ) : null}
        </>
      ) : (
        <>
          <FileGlyph kind="sound" size={72} />
          <audio {...shared} className={css.audio} aria-label={file.name} />
        </>
      )}
    </div>
  );
}

/** Browsers answer '' for types they surely cannot play. */
function mayPlay(mediaType: string): boolean {
  return document.createElement('video').canPlayType(mediaType) !== '';
}
