/**
 * The frame of all list pages: head, list, selection with its commands, details, dialogs. A page passes it the list's source and
 * the commands; this file owns no data.
 */
import { type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import { mayAddTo } from '#web/api/document-context.ts';
import { AwaitedCommands } from '#web/frame/commands.ts';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { PagePaneContext } from '#web/frame/page-pane.ts';
import { type SubjectItem, useSetSubject } from '#web/frame/subject.ts';
import { useTabTitle } from '#web/frame/tab-title.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import type { Point } from '#web/ui/context-menu.tsx';
import type { DataViewHandle } from '#web/ui/data-view.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import { preparedPart } from '#web/ui/prepared-part.ts';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import { OpenQuestion } from '../changes/open-question.tsx';
import { useDocumentRows } from '../rows/use-document-rows.ts';
import type { SelectionToolsProps } from '../selection/selection-tools.tsx';
import { useChoice } from '../selection/use-choice.ts';
import { useSelectAll } from '../selection/use-select-all.ts';
import { parentPath, type StoredDocument } from '../stored-document.ts';
import { DocumentsView } from './documents-view.tsx';
import type { OpenListDialog } from './list-dialog.tsx';
import css from './list-page.module.css';
import { type ListSource, rowsOf } from './list-source.ts';
import { isOrdered, useManualOrder } from './manual-order.ts';
import { PageHead } from './page-head.tsx';
import { PhoneTitle } from './phone-title.tsx';
import type { ListState } from './use-list-state.ts';
import { useMediaQuery } from './use-media-query.ts';

const ColumnsMenu = lazyAfterFirstView(() =>
  import('./columns-menu.tsx').then((module) => ({ default: module.ColumnsMenu })),
);
const DetailsPane = lazyAfterFirstView(() =>
  import('./details-pane.tsx').then((module) => ({ default: module.DetailsPane })),
);
const SelectionTools = lazyAfterFirstView(() =>
  import('../selection/selection-tools.tsx').then((module) => ({ default: module.SelectionTools })),
);
const FolderMenu = lazyAfterFirstView(() =>
  import('./folder-menu.tsx').then((module) => ({ default: module.FolderMenu })),
);
const FolderDrop = lazyAfterFirstView(() =>
  import('../drag/folder-drop.tsx').then((module) => ({ default: module.FolderDrop })),
);
const ListDialog = preparedPart(() => import('./list-dialog.tsx').then((module) => module.ListDialog));
const FilterChips = lazyPart(() =>
  import('./filter-chips.tsx').then((module) => ({ default: module.FilterChips })),
);
const SpokenCounts = lazyAfterFirstView(() =>
  import('./spoken-counts.tsx').then((module) => ({ default: module.SpokenCounts })),
);
const SortMenu = lazyPart(() => import('./sort-menu.tsx').then((module) => ({ default: module.SortMenu })));
export interface ListPageProps extends Pick<SelectionToolsProps, 'commandsOf' | 'bulk'> {
  readonly title: string;
  readonly label: string;
  readonly source: ListSource;
  readonly list: ListState;
  /** The current folder; null for lists that are not a place. */
  readonly folder: StoredDocument | null;
  /** A collection, whose rows are ordered by hand although it is not a folder. */
  readonly arranged?: StoredDocument;
  readonly mark?: ReactNode;
  readonly action?: ReactNode;
  readonly empty: ReactNode;
  readonly movable?: boolean;
}

export function ListPage(props: ListPageProps) {
  const { source, list, folder } = props;
  const { address } = list;
  const { t } = useTranslation('documents');
  const phone = useIsPhone();
  const rows = useDocumentRows(useMemo(() => rowsOf(source), [source]));
  const choice = useChoice(rows);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenListDialog | null>(null);
  const quickLook = () => setDialog({ kind: 'look' });
  const editFilters = (columns: readonly string[]) => setDialog({ kind: 'filter', columns });
  const details = useDetailsShown();
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const arranged = props.arranged ?? folder;
  const ordered = arranged !== null && isOrdered(arranged);
  const order = useManualOrder(list, arranged, rows, choice);
  const [folderMenuAt, setFolderMenuAt] = useState<Point | null>(null);
  useSetSubject({
    folder: folder === null ? null : { ...subjectItem(folder), path: folder.path, mayAdd: mayAddTo(folder) },
    items: choice.documents.map(subjectItem),
  });
  useTabTitle(props.title);
  const view = useRef<DataViewHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const everything = useSelectAll(rows, choice, () => view.current?.focus());
  const nothing = rows.count === 0;

  return (
    <section
      className={css.page}
      // If the page is in a pane, the pane is the landmark.
      aria-label={useContext(PagePaneContext) === null ? props.label : undefined}
      aria-busy={rows.refreshing || undefined}
      data-chosen={choice.count + choice.elsewhere > 0 || undefined}
    >
      {phone ? (
        <PhoneTitle
          title={props.title}
          up={folder === null || folder.path === '/' ? null : paths.browse.href(parentPath(folder.path))}
          total={rows.count}
          choice={choice}
          everything={everything}
        />
      ) : null}
      <PageHead
        title={props.title}
        mark={props.mark}
        action={props.action}
        count={rows.count}
        refreshing={rows.refreshing}
        order={
          phone || list.view === 'gallery' ? (
            <Suspense>
              <SortMenu list={list} ordered={ordered} onFilter={editFilters} />
            </Suspense>
          ) : undefined
        }
        filter={address.filter}
        onFilter={(filter) => list.change({ filter })}
        view={list.view}
        onView={(view) => list.change({ view })}
        details={details.shown}
        onDetails={details.show}
      />
      <div className={css.notes}>
        {Object.keys(address.filters).length === 0 ? null : (
          <Suspense>
            <FilterChips list={list} onEdit={(column) => editFilters([column])} />
          </Suspense>
        )}
        {rows.failure === null ? null : (
          <Note kind="bad" onRetry={rows.retry}>
            {t('rowsFailed', { reason: rows.failure.message })}
          </Note>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: every command of the menu also has a key or a button. */}
      <div
        ref={area}
        className={css.list}
        onContextMenu={(event) => {
          if (folder === null || isOnItem(event.target)) return;
          event.preventDefault();
          choice.clear();
          setFolderMenuAt({ x: event.clientX, y: event.clientY });
        }}
      >
        {nothing ? <div className={css.empty}>{props.empty}</div> : null}
        {nothing || (rows.count === undefined && rows.failure !== null) ? null : (
          <DocumentsView
            handle={view}
            label={props.label}
            rows={rows}
            choice={choice}
            onMenu={setMenuAt}
            list={list}
            onColumnMenu={(id, at) => setDialog({ kind: 'column', id, at })}
            order={order}
            headEnd={
              <Suspense>
                <ColumnsMenu list={list} ordered={ordered} />
              </Suspense>
            }
            renaming={renaming}
            onRenaming={setRenaming}
            onLook={quickLook}
            onDetails={() => details.show(true)}
            movable={props.movable}
          />
        )}
      </div>
      <Suspense fallback={<AwaitedCommands />}>
        <SelectionTools
          choice={choice}
          context={{
            documents: choice.documents,
            folder,
            order,
            onRename: ({ uid }) => setRenaming(uid),
            onLook: quickLook,
          }}
          commandsOf={props.commandsOf}
          bulk={props.bulk}
          everything={everything}
          whole={{ ...source.whole, path: folder?.path ?? '/', isTrash: props.movable === false }}
          menuAt={menuAt}
          onMenu={setMenuAt}
        />
      </Suspense>
      <Suspense>
        <SpokenCounts rows={rows} choice={choice} view={view} />
      </Suspense>
      {folder === null ? null : (
        <Suspense
          fallback={folderMenuAt === null ? null : <AwaitedDialog onClose={() => setFolderMenuAt(null)} />}
        >
          <FolderMenu folder={folder} at={folderMenuAt} onClose={() => setFolderMenuAt(null)} />
          <FolderDrop folder={folder} area={area} />
        </Suspense>
      )}
      {/* Its space is reserved from the start: columns that move while the user reads or drags would be in the way. */}
      <Suspense fallback={details.overlay ? null : <InSlot name="pane">{null}</InSlot>}>
        {details.shown ? (
          <DetailsPane
            documents={choice.documents}
            folder={folder}
            onClose={details.overlay ? () => details.show(false) : undefined}
          />
        ) : null}
      </Suspense>
      {/* In a boundary of its own, so that its loading hides nothing else. */}
      {dialog === null ? null : (
        <Suspense fallback={<AwaitedDialog onClose={() => setDialog(null)} />}>
          <ListDialog
            dialog={dialog}
            onOpen={setDialog}
            onClose={(closed) => setDialog((open) => (open === closed ? null : open))}
            list={list}
            source={source}
            rows={rows}
            choice={choice}
          />
        </Suspense>
      )}
      <OpenQuestion />
    </section>
  );
}

/** A row, a tile or a control has a menu of its own. */
function isOnItem(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-index], a, button, input') !== null;
}

/** On a wide screen: a column, shown or hidden as the user left it. On a narrow one: over the list, so only on request. */
function useDetailsShown() {
  const overlay = useMediaQuery('(max-width: 1080px)');
  const preferred = useFramePreferences((state) => state.paneShown);
  const [over, setOver] = useState(false);
  return {
    overlay,
    shown: overlay ? over : preferred,
    show: (shown: boolean) => (overlay ? setOver(shown) : setFramePreferences({ paneShown: shown })),
  };
}

function subjectItem({ uid, title, type }: StoredDocument): SubjectItem {
  return { id: uid, title, type };
}
