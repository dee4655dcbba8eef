// Shows a document as large as there is room, with the viewer for its file. Each viewer's code is a chunk of its own.
// Invariant: nothing in a file is ever executed; a viewer that fails shows its error in its own place and can be retried.
import { type ComponentType, Suspense, useState } from 'react';
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { type ViewerFile, viewerFile } from '#web/documents/viewer-file.ts';
import { type ViewerKind, viewerKind } from '#web/documents/viewer-kind.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { NoViewer } from './no-viewer.tsx';
import { NotePage } from './note/note-page.tsx';
import css from './preview.module.css';

type Viewer = ComponentType<{ readonly file: ViewerFile }>;

const PdfViewer = lazyPart(() => import('./pdf/pdf-viewer.tsx').then((m) => ({ default: m.PdfViewer })));
const TextViewer = lazyPart(() => import('./text-viewer.tsx').then((m) => ({ default: m.TextViewer })));
const MediaViewer = lazyPart(() =>
  import('./media/media-viewer.tsx').then((m) => ({ default: m.MediaViewer })),
);

const viewers: Readonly<Record<Exclude<ViewerKind, 'none'>, Viewer>> = {
  pdf: PdfViewer,
  'as-pdf': PdfViewer,
  image: lazyPart(() => import('./image/image-viewer.tsx').then((m) => ({ default: m.ImageViewer }))),
  audio: MediaViewer,
  video: MediaViewer,
  book: lazyPart(() => import('./book/book-viewer.tsx').then((m) => ({ default: m.BookViewer }))),
  html: lazyPart(() => import('./html/html-viewer.tsx').then((m) => ({ default: m.HtmlViewer }))),
  mail: lazyPart(() => import('./mail/mail-viewer.tsx').then((m) => ({ default: m.MailViewer }))),
  link: lazyPart(() => import('./link/link-viewer.tsx').then((m) => ({ default: m.LinkViewer }))),
  archive: lazyPart(() => import('./archive/archive-viewer.tsx').then((m) => ({ default: m.ArchiveViewer }))),
  markdown: lazyPart(() => import('./markdown-viewer.tsx').then((m) => ({ default: m.MarkdownViewer }))),
  sheet: lazyPart(() => import('./sheet/sheet-viewer.tsx').then((m) => ({ default: m.SheetViewer }))),
  table: lazyPart(() => import('./table-viewer.tsx').then((m) => ({ default: m.TableViewer }))),
  text: TextViewer,
};

export interface PreviewProps {
  readonly document: DocumentEntity;
  /** A note can be edited here by people who may change it. */
  readonly editable?: boolean;
}

export function Preview({ document, editable = false }: PreviewProps) {
  const { t } = useTranslation('preview');
  const blob = blobOf(document);
  const content =
    blob !== null && document.uid !== null ? (
      <FilePreview key={blob.digest ?? blob.data} uid={document.uid} blob={blob} document={document} />
    ) : document.schemas.some(({ name }) => name === 'note') ? (
      <NotePage document={document} editable={editable} />
    ) : (
      <NoViewer document={document} reason={isFolderish(document) ? 'folder' : 'empty'} />
    );
  return (
    <div className={css.preview}>
      <ErrorBoundary
        resetKey={`${document.uid} ${blob?.digest}`}
        fallback={(cause, retry) => (
          <div className={css.problem}>
            <Note kind="bad" onRetry={retry}>
              {t('failed', { reason: cause.message })}
            </Note>
          </div>
        )}
      >
        <Suspense
          fallback={
            <div className={css.waiting}>
              <Spinner size={22} />
            </div>
          }
        >
          {content}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

interface FilePreviewProps extends PreviewProps {
  readonly uid: string;
  readonly blob: BlobEntity;
}

function FilePreview({ uid, blob, document }: FilePreviewProps) {
  const type = blob['mime-type'];
  const kind = viewerKind(type, blob.name);
  if (Number(blob.length) === 0) return <NoViewer document={document} reason="zero" />;
  if (kind === 'none') return <NoViewer document={document} reason="unknown" />;
  return <ShownFile kind={kind} uid={uid} blob={blob} document={document} />;
}

interface ShownFileProps extends FilePreviewProps {
  readonly kind: Exclude<ViewerKind, 'none'>;
}

function ShownFile({ kind, uid, blob, document }: ShownFileProps) {
  const current = viewerFile(kind, uid, blob, document);
  // Keep the first address: saving a property changes the document's addresses, but not this file.
  const [{ address }] = useState(current);
  const Viewer = viewers[kind];
  return <Viewer file={{ ...current, address }} />;
}
