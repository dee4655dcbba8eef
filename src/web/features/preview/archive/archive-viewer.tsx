// The files of a zip or tar archive as a list; each can be saved by itself.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, Lock } from 'lucide';
import { useRef } from 'react';
import { saveFile } from '#web/api/blobs.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { fileKindOf } from '#web/ui/file-kind.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { Note } from '#web/ui/note.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CountLine } from '../count-line.tsx';
import { openedFile } from '../parts/opened-file.ts';
import { rangesOf } from '../parts/read-file.ts';
import previewCss from '../preview.module.css';
import { PreviewProblem } from '../preview-problem.tsx';
import { PreviewWaiting } from '../preview-waiting.tsx';
import { type Archive, type ArchiveFile, savedName, TooLarge } from './archive.ts';
import css from './archive-viewer.module.css';
import { openArchive } from './open-archive.ts';

const rowPx = 40;

export function ArchiveViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: ['archives', file.address],
      queryFn: ({ signal }) => openArchive(file.bytes ?? 0, rangesOf(file, signal)),
      ...openedFile,
    }),
  );
  if (error !== null) {
    const reason = t(error instanceof TooLarge ? 'archive.tooLargeToList' : 'archive.broken');
    return <PreviewProblem file={file} reason={reason} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <PreviewWaiting />;
  }
  return <Files archive={data} />;
}

function Files({ archive: { files, left } }: { readonly archive: Archive }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 20,
  });
  const take = useMutation({
    // Also without a connection: parts that were read already are in memory.
    networkMode: 'always',
    mutationFn: async (entry: ArchiveFile) => saveFile(await entry.read(), savedName(entry.path)),
  });
  const bytes = files.reduce((sum, entry) => sum + entry.bytes, 0);
  return (
    <div className={previewCss.stack}>
      <CountLine>
        {t('archive.files', { count: files.length, shown: format.count(files.length) })}
        {' · '}
        {t('archive.unpacked', { size: format.size(bytes) })}
      </CountLine>
      {left === null ? null : (
        <div className={previewCss.band}>
          <Note kind="warn">{t(`archive.left.${left}`)}</Note>
        </div>
      )}
      {take.error === null ? null : (
        <div className={previewCss.band}>
          <Note kind="bad">
            {take.error instanceof TooLarge
              ? t('archive.tooLarge')
              : t('archive.notTaken', { reason: take.error.message })}
          </Note>
        </div>
      )}
      <div ref={scroller} className={css.scroll}>
        <ul className={css.files} aria-label={t('archive.list')} style={{ blockSize: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const entry = files[index];
            return entry === undefined ? null : (
              <li
                key={index}
                className={css.file}
                aria-setsize={files.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <FileGlyph kind={fileKindOf(undefined, entry.path)} size={18} />
                <Path path={entry.path} />
                <span className={cx(css.fact, css.date)}>
                  {entry.modified === null ? '' : format.date(entry.modified)}
                </span>
                <span className={css.fact}>{format.size(entry.bytes)}</span>
                {entry.isEncrypted ? (
                  <span className={css.locked} title={t('archive.locked')}>
                    <Icon icon={Lock} size={15} />
                    <VisuallyHidden>{t('archive.locked')}</VisuallyHidden>
                  </span>
                ) : (
                  <IconButton
                    size="small"
                    icon={Download}
                    label={t('archive.take', { name: nameOf(entry.path) })}
                    loading={take.isPending && take.variables === entry}
                    onClick={() => take.mutate(entry)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** The folders in grey before the name; a short line cuts the folders first. */
function Path({ path }: { readonly path: string }) {
  const name = nameOf(path);
  const folders = path.slice(0, path.length - name.length);
  return (
    <span className={css.path} title={path}>
      {folders === '' ? null : <bdi className={css.folders}>{folders}</bdi>}
      <span className={css.name}>
        <MiddleTruncate name={name} />
      </span>
    </span>
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
