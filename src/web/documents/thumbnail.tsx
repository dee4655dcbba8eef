// A document's picture, scaled to its place; the icon of its kind if there is no picture.
import { useState } from 'react';
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { thumbnailAddress } from '#web/api/file-content.ts';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import { useBusyLine } from '#web/frame/busy-line.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { glyphOf } from './kind-word.ts';
import css from './thumbnail.module.css';

export interface ThumbnailProps {
  readonly document: DocumentEntity;
  /** Size of the icon in px; a picture keeps its aspect ratio. */
  readonly glyphSize?: number;
}

export function Thumbnail(props: ThumbnailProps) {
  const { document, glyphSize } = props;
  const type = blobOf(document)?.['mime-type'];
  // At this size a page of text would look blank.
  return isFolderish(document) || type === undefined || type?.startsWith('text/') ? (
    <FileGlyph kind={glyphOf(document)} size={glyphSize} />
  ) : (
    <Picture {...props} />
  );
}

/** A component of its own, because it costs a row more than everything else in it. */
function Picture({ document, glyphSize }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  const [drawn, setDrawn] = useState(false);
  const { busy } = useBusyLine();
  const { url, error } = useMediaUrl(busy && !drawn ? null : thumbnailAddress(document));
  if (url === undefined || error !== null || broken === url) {
    return <FileGlyph kind={glyphOf(document)} size={glyphSize} />;
  }
  return (
    <>
      {drawn ? null : <FileGlyph kind={glyphOf(document)} size={glyphSize} />}
      <img
        className={drawn ? css.thumbnail : css.awaited}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={() => setDrawn(true)}
        onError={() => setBroken(url)}
      />
    </>
  );
}
