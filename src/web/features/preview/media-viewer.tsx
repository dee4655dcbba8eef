// Sound and film in the browser's own player, streamed. A film that it cannot play is made into one that it can, where
// the server has the program; else the file is offered for download.
import { useState } from 'react';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import css from './preview.module.css';
import { PreviewProblem } from './preview-problem.tsx';

export function MediaViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const video = file.mediaType.startsWith('video/');
  const [converted, setConverted] = useState(
    video && !mayPlay(file.mediaType) && file.playable !== undefined,
  );
  const { url, error } = useMediaUrl(converted && file.playable ? file.playable : file.address);
  const [failed, setFailed] = useState<string>();
  const [ready, setReady] = useState<string>();
  const stopped = error !== null || (url !== undefined && failed === url);
  // What the browser does not play itself is tried once more as the server can turn it into.
  if (stopped && video && !converted && file.playable !== undefined) setConverted(true);
  if (stopped && (converted || !video || file.playable === undefined)) {
    return (
      <PreviewProblem
        file={file}
        reason={error?.message ?? t(converted ? 'unconverted' : 'unplayable')}
        onRetry={() => setFailed(undefined)}
      />
    );
  }
  // A player loads from when it is made, and React drops events from before it stands in the page.
  const catchUp = (player: HTMLMediaElement | null) => {
    if (player?.error) setFailed(url);
    else if (player !== null && player.readyState >= player.HAVE_METADATA) setReady(url);
  };
  const shared = {
    ref: catchUp,
    src: url,
    controls: true,
    preload: 'metadata',
    onError: () => setFailed(url),
    onLoadedMetadata: () => setReady(url),
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
        <video {...shared} className={css.video} aria-label={file.name} />
      ) : (
        <>
          <FileGlyph kind="sound" size={72} />
          <audio {...shared} className={css.audio} aria-label={file.name} />
        </>
      )}
    </div>
  );
}

/** Browsers answer '' for what they surely cannot play. */
function mayPlay(mediaType: string): boolean {
  return document.createElement('video').canPlayType(mediaType) !== '';
}
