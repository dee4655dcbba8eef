// The contents of two documents, compared. Each way to compare is a chunk of its own, loaded when it is first used.
import { Suspense } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import previewCss from '../preview.module.css';
import { comparableViews, type FileView, fileViews } from './comparable.ts';
import type { ComparedProps } from './compared-text.tsx';

const views = {
  text: lazyPart(() => import('./compared-text.tsx').then((m) => ({ default: m.ComparedText }))),
  pages: lazyPart(() => import('./compared-pages.tsx').then((m) => ({ default: m.ComparedPages }))),
  picture: lazyPart(() => import('./compared-pictures.tsx').then((m) => ({ default: m.ComparedPictures }))),
};

interface ComparedFilesProps extends ComparedProps {
  readonly view: FileView;
}

function ComparedFiles({ view, earlier, later }: ComparedFilesProps) {
  const { t } = useTranslation('preview');
  const View = views[view];
  const key = `${view} ${earlier.uid} ${later.uid}`;
  return (
    <div className={previewCss.preview}>
      <ErrorBoundary
        resetKey={key}
        fallback={(cause, retry) => (
          <div className={previewCss.problem}>
            <Note kind="bad" onRetry={retry}>
              {t('failed', { reason: cause.message })}
            </Note>
          </div>
        )}
      >
        <Suspense
          fallback={
            <div className={previewCss.waiting}>
              <Spinner size={22} />
            </div>
          }
        >
          <View key={key} earlier={earlier} later={later} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** For the page that compares documents: the ways for two documents, and a component for each. */
export const fileComparison = {
  views: comparableViews,
  show: (view: string, earlier: DocumentEntity, later: DocumentEntity) => {
    const known = fileViews.find((one) => one === view);
    return known === undefined ? null : <ComparedFiles view={known} earlier={earlier} later={later} />;
  },
};
