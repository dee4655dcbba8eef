/** One of two panes: a folder's page below its own way, marked while keys and commands mean it, and taking drops. */
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

/** Where the keyboard is in its list; a list that has still to come is entered by Tab. */
export function focusPane(side: PaneSide): void {
  requestAnimationFrame(() => {
    const pane = document.getElementById(paneId(side));
    const row = pane?.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]');
    (row ?? pane)?.focus();
  });
}

/** What the folder at this address is called; tells commands of the other pane which one it is. */
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
  /** The folder's. */
  readonly name: string;
  /** Only the one that one is in is on screen. */
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
      // Whatever one does in it, also in its menus and dialogs, which stand elsewhere in the page.
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

/** What is dropped beside all rows goes into the pane's own folder. */
function usePaneDrop(side: PaneSide) {
  const folder = usePanes(({ folders }) => folders[side]);
  const drop = useFolderDrop();
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    // A row that takes it has stopped the event.
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
      // A row below the pointer may take it instead of the pane.
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
