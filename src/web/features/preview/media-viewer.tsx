// Sound and film in the browser's own player, streamed. What it cannot play is offered for download.
import { useState } from 'react';
import { downloadFile } from '#web/api/blobs.ts';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { Note } from '#web/ui/note.tsx';
import css from './preview.module.css';
import type { ViewerFile } from './viewer-file.ts';

export function MediaViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const { url, error } = useMediaUrl(file.address);
  const [failed, setFailed] = useState<string>();
  const video = file.mediaType.startsWith('video/');
  if (error !== null || (url !== undefined && failed === url)) {
    return (
      <div className={css.problem}>
        <Note
          kind="bad"
          onRetry={() => setFailed(undefined)}
          action={
            <Button size="small" onClick={() => void downloadFile(file.download, file.name)}>
              {t('download')}
            </Button>
          }
        >
          {error?.message ?? t('unplayable')}
        </Note>
      </div>
    );
  }
  // A player loads from when it is made, and React drops events from before it stands in the page.
  const catchUp = (player: HTMLMediaElement | null) => {
    if (player?.error) setFailed(url);
  };
  const shared = {
    ref: catchUp,
    src: url,
    controls: true,
    preload: 'metadata',
    onError: () => setFailed(url),
  } as const;
  return (
    <div className={css.media}>
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
