/** A document's picture as large as its space allows, or a blank page with the icon of its kind. */
import { useState } from 'react';
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { thumbnailAddress } from '#web/api/file-content.ts';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { glyphOf } from './kind-word.ts';
import css from './large-picture.module.css';

export function LargePicture({ document }: { readonly document: DocumentEntity }) {
  const { t } = useTranslation('changes');
  const pictured = !isFolderish(document) && blobOf(document) !== null;
  const address = pictured ? thumbnailAddress(document) : null;
  const { url, error } = useMediaUrl(address);
  const [broken, setBroken] = useState<string>();
  if (isFolderish(document)) return <FileGlyph kind="folder" size={112} />;
  if (address === null || error !== null || (url !== undefined && broken === url)) {
    return (
      <span className={css.blank}>
        <FileGlyph kind={glyphOf(document)} size={40} />
        {address === null ? null : t('noPreview')}
      </span>
    );
  }
  if (url === undefined) return <span className={css.blank} />;
  return (
    <img
      className={css.picture}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(url)}
    />
  );
}
