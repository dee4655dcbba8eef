// The details of the document, in tabs beside its preview; on narrow screens a sheet at the bottom, which its grip opens
// and closes. Each tab's code and data are fetched when it is first opened. The tab is in the address.

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { comments } from '#web/api/comments.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { lazyPart, useMissingPart } from '#web/ui/lazy-part.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import css from './document-panel.module.css';
import { PanelFoot } from './panel-foot.ts';
import { useSheetHeight } from './use-sheet-height.ts';

interface PanelProps {
  readonly document: StoredDocument;
}

const panels: readonly (readonly [tab: string, Panel: ComponentType<PanelProps>])[] = [
  ['details', lazyPart(() => import('./details-panel.tsx').then((m) => ({ default: m.DetailsPanel })))],
  ['comments', lazyPart(() => import('./comments-panel.tsx').then((m) => ({ default: m.CommentsPanel })))],
  ['versions', lazyPart(() => import('./versions-panel.tsx').then((m) => ({ default: m.VersionsPanel })))],
  ['access', lazyPart(() => import('./access/access-panel.tsx').then((m) => ({ default: m.AccessPanel })))],
  ['activity', lazyPart(() => import('./activity-panel.tsx').then((m) => ({ default: m.ActivityPanel })))],
  ['workflow', lazyPart(() => import('./workflow-panel.tsx').then((m) => ({ default: m.WorkflowPanel })))],
];

/** A tab from another feature, after the page's own tabs. */
export interface AddedPanel {
  /** Its name in the address. */
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export interface DocumentPanelProps extends PanelProps {
  /** The id in the address; an unknown one shows the first tab. */
  readonly tab: string | undefined;
  readonly usePanels: (document: StoredDocument) => readonly AddedPanel[];
}

export function DocumentPanel({ document, tab, usePanels }: DocumentPanelProps) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const navigate = useNavigate();
  const sheet = useSheetHeight(tab !== undefined);
  const [foot, setFoot] = useState<Element | null>(null);
  const commentable = document.facets.includes('Commentable');
  const counted = useQuery({ ...comments(document.uid), enabled: commentable });
  const total = counted.data?.entries.length ?? 0;
  const shown = panels.filter(([name]) => name !== 'comments' || commentable);
  const tabs = [
    ...shown.map(([name, Panel]) => ({
      id: name,
      label: t(`tab.${name}`),
      count: name === 'comments' && total > 0 ? format.count(total) : undefined,
      content: <Panel document={document} />,
    })),
    ...usePanels(document),
  ];
  const current = tabs.some(({ id }) => id === tab) ? (tab ?? 'details') : 'details';
  return (
    <aside
      className={css.panel}
      aria-label={t('panel')}
      data-height={sheet.height}
      data-region
      data-drop="attachment"
      tabIndex={-1}
      style={sheet.dragged === null ? undefined : { '--dragged': `${sheet.dragged}px` }}
    >
      <button type="button" className={css.grip} aria-label={t('resizePanel')} {...sheet.grip} />
      <PanelFoot value={foot}>
        <Tabs
          label={t('panel')}
          value={current}
          onChange={(next) => {
            sheet.show();
            void navigate(paths.doc.href(document.uid, next), { replace: true });
          }}
          tabs={tabs.map((one) => ({
            ...one,
            content: (
              <ErrorBoundary
                resetKey={`${document.uid} ${one.id}`}
                fallback={(cause, retry) => (
                  <div className={css.waiting}>
                    <FailureNote error={cause} onRetry={retry} />
                  </div>
                )}
              >
                <Suspense fallback={<Waiting />}>{one.content}</Suspense>
              </ErrorBoundary>
            ),
          }))}
        />
      </PanelFoot>
      <div ref={setFoot} className={css.foot} />
    </aside>
  );
}

function Waiting() {
  const { Notice } = useMissingPart();
  if (Notice !== null) return <Notice />;
  return (
    <div className={css.waiting} aria-busy="true">
      {['70%', '45%', '60%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
