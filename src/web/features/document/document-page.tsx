// The page of one document: its head, its preview, and the panel with its details; or its rights, or its differences from
// another. The preview and the comparison of files are another feature's, so the router passes them in.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { documentById } from '#web/api/document-by-id.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { lazyPart, useMissingPart } from '#web/ui/lazy-part.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import type { FileComparison } from './compare/compare-page.tsx';
import { DocumentBar } from './document-bar.tsx';
import { DocumentHead } from './document-head.tsx';
import css from './document-page.module.css';
import { type AddedPanel, DocumentPanel } from './document-panel.tsx';
import { DocumentProblem } from './document-problem.tsx';
import { NeighboursStrip } from './neighbours-strip.tsx';
import { useStripShown } from './use-strip-shown.ts';

const AccessPage = lazyPart(() =>
  import('./access/access-page.tsx').then((module) => ({ default: module.AccessPage })),
);

const ComparePage = lazyPart(() =>
  import('./compare/compare-page.tsx').then((module) => ({ default: module.ComparePage })),
);

export interface DocumentPageProps {
  /** Renders the document as large as there is room. */
  readonly preview: (document: DocumentEntity) => ReactNode;
  readonly comparison: FileComparison;
  /** A hook that gives the tabs added by other features. */
  readonly usePanels: (document: StoredDocument) => readonly AddedPanel[];
}

export function DocumentPage({ preview, comparison, usePanels }: DocumentPageProps) {
  const { t } = useTranslation('document');
  const { id = '', tab } = useParams();
  const { data, error, refetch, dataUpdatedAt } = useQuery(documentById(id));
  const [isStripShown] = useStripShown();
  if (data !== undefined && isStored(data)) {
    if (tab === 'rights') {
      return (
        <Suspense fallback={<Waiting />}>
          <AccessPage key={data.uid} document={data} />
        </Suspense>
      );
    }
    if (tab === 'compare') {
      return (
        <Suspense fallback={<Waiting />}>
          <ComparePage earlier={data} files={comparison} />
        </Suspense>
      );
    }
    return (
      <article className={css.page} aria-label={withVisibleControls(data.title)}>
        <DocumentBar document={data} tab={tab} />
        <DocumentHead document={data} />
        <section className={css.preview} aria-label={t('preview')} data-drop="version">
          {preview(data)}
          {isStripShown ? <NeighboursStrip id={data.uid} tab={tab} /> : null}
        </section>
        <DocumentPanel key={data.uid} document={data} tab={tab} usePanels={usePanels} />
      </article>
    );
  }
  if (error !== null)
    return (
      <DocumentProblem uid={id} error={error} wasRead={dataUpdatedAt > 0} onRetry={() => void refetch()} />
    );
  return <Waiting />;
}

function Waiting() {
  const { Notice } = useMissingPart();
  if (Notice !== null) return <Notice />;
  return (
    <div className={css.waiting} aria-busy="true">
      <Skeleton width={320} height={18} />
      <Skeleton width={220} />
    </div>
  );
}
