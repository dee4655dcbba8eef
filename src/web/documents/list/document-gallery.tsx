/** Documents as tiles: pages and pictures large enough to recognise, below chips of the folders. */
import { Fragment, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DataGallery, type DataGalleryProps } from '#web/ui/data-gallery.tsx';
import type { DataViewHandle, DataViewProps } from '#web/ui/data-view.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { shortenedName } from '#web/ui/shortened-name.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { DocumentLink, DocumentName, LockBadge } from '../document-name.tsx';
import { shownName } from '../kind-word.ts';
import { LargePicture } from '../large-picture.tsx';
import { useRowCount } from '../row-counts.ts';
import type { StoredDocument } from '../stored-document.ts';
import { useKindWords } from '../use-kind-word.ts';
import { sizeOf } from './columns.tsx';
import css from './document-gallery.module.css';

export interface DocumentGalleryProps extends DataViewProps<StoredDocument> {
  readonly ref: Ref<DataViewHandle>;
  readonly size: DataGalleryProps<StoredDocument>['size'];
  /** The first `folders` rows are folders. */
  readonly folders: number;
}

export function DocumentGallery({ folders, ...props }: DocumentGalleryProps) {
  return (
    <DataGallery
      {...props}
      chips={folders}
      chip={(row) => <FolderChip document={row} />}
      picture={(row) => <LargePicture document={row} />}
      caption={(row, width) => <Caption document={row} width={width} />}
    />
  );
}

function FolderChip({ document }: { readonly document: StoredDocument }) {
  const format = useFormat();
  const { t } = useTranslation('documents');
  const count = useRowCount(document.uid);
  return (
    <span className={css.chip}>
      <FileGlyph kind="folder" size={20} />
      <DocumentName document={document} />
      {count === undefined ? null : (
        <span className={css.count}>
          <bdi aria-hidden="true">{format.count(count)}</bdi>
          <VisuallyHidden>{t('items', { count, number: format.count(count) })}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function Caption({ document, width }: { readonly document: StoredDocument; readonly width: number }) {
  const words = useKindWords();
  const format = useFormat();
  const facts = [words.of(document), sizeOf(document, format)].filter((fact) => fact !== '');
  return (
    <>
      <DocumentLink document={document}>
        <TileName key={`${width} ${shownName(document)}`} name={shownName(document)} />
      </DocumentLink>
      <span className={css.facts}>
        <LockBadge document={document} />
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index === 0 ? null : ' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </span>
    </>
  );
}

/** The name on at most two lines. A longer one is cut in the middle: names differ at their ends. */
function TileName({ name }: { readonly name: string }) {
  const element = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  // Repeated until it fits; a tile of another width gets a new instance.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = element.current ?? {};
    if (clientHeight > 0 && scrollHeight > clientHeight + 2 && room > fewestSigns)
      setRoom(
        Math.max(fewestSigns, Math.floor((Math.min(room, name.length) * clientHeight) / scrollHeight) - 2),
      );
  });
  return (
    <bdi ref={element} className={css.name}>
      {shortenedName(name, room)}
    </bdi>
  );
}

const fewestSigns = 16;
