/**
 * One of two panes: a folder's page below its own breadcrumb. It is marked while keys and commands apply to it, and
 * documents can be dropped on it.
 */
import { useQuery } from '@tanstack/react-query';
import { CircleDot, X } from 'lucide';
import { type DragEvent, Suspense, useEffect, useMemo, useState } from 'react';
import { type Location, type Navigator, Router } from 'react-router-dom';
import { isFolderish } from '#web/api/document-context.ts';
import { documentByPath } from '#web/api/documents.ts';
import { pageBasename } from '#web/base-address.ts';
import { useFolderDrop } from '#web/documents/drag/use-folder-drop.ts';
import { enterPane, type PaneSide, setPaneFolder, usePanes } from '#web/documents/panes.ts';
import { isStored, placeView } from '#web/documents/stored-document.ts';
import { type PagePane, PagePaneContext } from '#web/frame/page-pane.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { browsePathOf } from '#web/paths.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BrowsedPlace } from '../pages/browse-page.tsx';
import css from './panes.module.css';

export function paneId(side: PaneSide): string {
  return `pane-${side}`;
}

/** Focuses the current row of the pane's list, or the pane if its list has not loaded yet. */
export function focusPane(side: PaneSide): void {
  requestAnimationFrame(() => {
    const pane = document.getElementById(paneId(side));
    const row = pane?.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]');
    (row ?? pane)?.focus();
  });
}

/** The folder's title; commands of the other pane name this one by it. */
export function useFolderName(side: PaneSide, pathname: string): string {
  const { t } = useTranslation('documents');
  const path = browsePathOf(pathname);
  const { data } = useQuery(documentByPath(path, placeView));
  const folder = data !== undefined && isStored(data) && isFolderish(data) ? data : undefined;
  useEffect(() => {
    setPaneFolder(side, folder);
    return () => setPaneFolder(side, undefined);
  }, [side, folder]);
  if (path === '/') return t('everything');
  return folder?.title ?? path.slice(path.lastIndexOf('/') + 1);
}

export interface FolderPaneProps {
  readonly side: PaneSide;
  /** The folder's title. */
  readonly name: string;
  /** The two panes are tabs, and only the active one is visible. */
  readonly tab: boolean;
  readonly location: Location;
  readonly navigator: Navigator;
  readonly onClose: () => void;
}

export function FolderPane({ side, name, tab, location, navigator, onClose }: FolderPaneProps) {
  const { t } = useTranslation('browse');
  const active = usePanes((state) => state.active === side);
  const [crumbs, setCrumbs] = useState<Element | null>(null);
  const drop = usePaneDrop(side);
  const pane = useMemo<PagePane>(
    () => ({
      wayLabel: t(`panes.way.${side}`),
      active,
      ownsAddress: side === 'first',
      slotIn: (slot, inFrame) => (slot === 'breadcrumb' ? crumbs : active ? inFrame : null),
    }),
    [t, active, side, crumbs],
  );
  const enter = () => enterPane(side);
  return (
    <section
      id={paneId(side)}
      className={css.pane}
      role={tab ? 'tabpanel' : undefined}
      aria-label={t(`panes.${side}`, { name })}
      aria-current={!tab && active ? 'true' : undefined}
      data-active={active || undefined}
      data-drop={drop.over || undefined}
      hidden={tab && !active}
      data-region
      tabIndex={-1}
      // React events bubble through portals, so menus and dialogs of this pane activate it, too.
      onFocusCapture={enter}
      onPointerDownCapture={enter}
      {...drop.handlers}
    >
      <div className={css.bar}>
        {active && !tab ? (
          <span className={css.mark} data-tip={t('panes.active')}>
            <Icon icon={CircleDot} />
          </span>
        ) : null}
        <div ref={setCrumbs} className={css.crumbs} />
        <IconButton icon={X} size="small" label={t('panes.close', { name })} onClick={onClose} />
      </div>
      <PagePaneContext value={pane}>
        <Router basename={pageBasename()} navigator={navigator} location={location} useTransitions={false}>
          <Suspense fallback={<AwaitedPage />}>
            <BrowsedPlace />
          </Suspense>
        </Router>
      </PagePaneContext>
    </section>
  );
}

/** Files and documents dropped beside all rows go into the pane's own folder. */
export function usePaneDrop(side: PaneSide) {
  const folder = usePanes(({ folders }) => folders[side]);
  const drop = useFolderDrop();
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    // The event does not reach the pane if a row takes the drop.
    const effect = folder === undefined ? null : drop.effectOn(folder, event.nativeEvent);
    setOver(effect !== null);
    if (effect === null) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = effect;
  };
  return {
    over,
    handlers: {
      onDragOver,
      // A row below the pointer may take the drop instead of the pane.
      onDragOverCapture: () => setOver(false),
      onDragLeave: () => setOver(false),
      onDropCapture: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (folder === undefined || drop.effectOn(folder, event.nativeEvent) === null) return;
        event.preventDefault();
        event.stopPropagation();
        drop.dropOn(folder, event.nativeEvent);
      },
    },
  };
}
