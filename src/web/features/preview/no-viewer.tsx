// Shown if there is no preview: the reason, and what can be done with the file.

import { useMutation } from '@tanstack/react-query';
import { Download, FileCog } from 'lucide';
import { useState } from 'react';
import { blobAddress, conversionAddress, downloadFile } from '#web/api/blobs.ts';
import { blobOf } from '#web/api/document-context.ts';
import { renditionsOf } from '#web/api/document-details.ts';
import { thumbnailAddress } from '#web/api/file-content.ts';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import { useDownloadRefusal } from '#web/documents/offline/file-here.ts';
import { savedName } from '#web/documents/saved-name.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { fileKindOf } from '#web/ui/file-kind.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import css from './preview.module.css';

const PdfViewer = lazyPart(() => import('./pdf/pdf-viewer.tsx').then((m) => ({ default: m.PdfViewer })));

export interface NoViewerProps {
  readonly document: DocumentEntity;
  readonly reason: 'folder' | 'empty' | 'zero' | 'unknown';
}

export function NoViewer({ document, reason }: NoViewerProps) {
  const { t } = useTranslation('preview');
  const [converted, setConverted] = useState(false);
  const blob = blobOf(document);
  const refusal = useDownloadRefusal();
  const save = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      blob === null ? Promise.resolve() : downloadFile(blobAddress(blob), savedName(document, blob)),
  });
  if (converted && blob !== null && document.uid !== null) {
    const { uid, changeToken } = document;
    const address = conversionAddress(uid, { type: 'application/pdf' }, 'file:content', changeToken);
    const name = savedName(document, blob);
    const file = {
      uid,
      name,
      mediaType: 'application/pdf',
      address,
      bytes: null,
      download: blobAddress(blob),
    };
    return <PdfViewer file={file} />;
  }
  // The server lists `pdf` among a document's renditions if it can make one.
  const convertible = reason === 'unknown' && renditionsOf(document).some(({ name }) => name === 'pdf');
  const kind = reason === 'folder' ? 'folder' : fileKindOf(blob?.['mime-type'], blob?.name ?? '');
  return (
    <div className={css.none}>
      {reason === 'unknown' ? <Picture document={document} /> : null}
      <FileGlyph kind={kind} size={72} />
      <p>{t(`none.${reason}`)}</p>
      {blob === null ? null : (
        <div className={css.buttons}>
          {convertible ? (
            <Button icon={FileCog} onClick={() => setConverted(true)}>
              {t('convert')}
            </Button>
          ) : null}
          <Button
            icon={Download}
            disabledReason={refusal}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('download')}
          </Button>
        </div>
      )}
      {save.error === null ? null : <Note kind="bad">{save.error.message}</Note>}
    </div>
  );
}

/** The server may have a thumbnail of a file that browsers cannot show. */
function Picture({ document }: { readonly document: DocumentEntity }) {
  const { url } = useMediaUrl(thumbnailAddress(document));
  return url === undefined ? null : <img className={css.thumbnail} src={url} alt="" />;
}
