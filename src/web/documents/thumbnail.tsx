// A document's picture, as large as its place; the drawing of its kind where there is nothing to picture.
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
  /** The size of the glyph in px; a picture keeps its ratio within its place. */
  readonly glyphSize?: number;
}

export function Thumbnail(props: ThumbnailProps) {
  const { document, glyphSize } = props;
  const type = blobOf(document)?.['mime-type'];
  // A page of text is a blank one at this size.
  return isFolderish(document) || type === undefined || type?.startsWith('text/') ? (
    <FileGlyph kind={glyphOf(document)} size={glyphSize} />
  ) : (
    <Picture {...props} />
  );
}

/** Apart, as it costs a row more than all the rest of it. */
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
