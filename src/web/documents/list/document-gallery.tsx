/** Documents as tiles: pages and pictures at a size at which they can be told apart. */
import type { Ref } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { DataGallery, type DataGalleryProps } from '#web/ui/data-gallery.tsx';
import type { DataViewHandle, DataViewProps } from '#web/ui/data-view.ts';
import { DocumentLink, LockBadge } from '../document-name.tsx';
import { shownName } from '../kind-word.ts';
import { LargePicture } from '../large-picture.tsx';
import type { StoredDocument } from '../stored-document.ts';
import { useKindWords } from '../use-kind-word.ts';
import { sizeOf } from './columns.tsx';
import css from './document-gallery.module.css';

export interface DocumentGalleryProps extends DataViewProps<StoredDocument> {
  readonly ref: Ref<DataViewHandle>;
  readonly size: DataGalleryProps<StoredDocument>['size'];
}

export function DocumentGallery(props: DocumentGalleryProps) {
  return (
    <DataGallery
      {...props}
      picture={(row) => <LargePicture document={row} />}
      caption={(row) => <Caption document={row} />}
    />
  );
}

function Caption({ document }: { readonly document: StoredDocument }) {
  const words = useKindWords();
  const format = useFormat();
  const facts = [words.of(document), sizeOf(document, format)].filter((fact) => fact !== '');
  return (
    <>
      <DocumentLink document={document}>
        <bdi className={css.name}>{shownName(document)}</bdi>
      </DocumentLink>
      <span className={css.facts}>
        <LockBadge document={document} />
        {facts.join(' · ')}
      </span>
    </>
  );
}
