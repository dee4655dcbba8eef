/**
 * A list of documents, as rows or as tiles, with everything that can be done in it: selection, keys, menu, rename in place, drag,
 * quick look. Pages pass it rows and commands, and add their own head.
 */

import { useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isFolderish, mayTry } from '#web/api/document-context.ts';
import { plainCommand } from '#web/frame/commands.ts';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { listAround, setOpenedFrom } from '#web/frame/opened-from.ts';
import { PagePaneContext } from '#web/frame/page-pane.ts';
import { firstRowIn, offsetAt, rememberOffset, writeFirstRow } from '#web/frame/scroll-memory.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import type { Point } from '#web/ui/context-menu.tsx';
import { movedColumn } from '#web/ui/data-columns.ts';
import { DataGrid } from '#web/ui/data-grid.tsx';
import { bulkPx, type DataViewHandle, type DataViewProps } from '#web/ui/data-view.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { preparedPart } from '#web/ui/prepared-part.ts';
import { selectOnly } from '#web/ui/selection.ts';
import { useAfterPause } from '#web/ui/use-after-pause.ts';
import { useClipboard } from '../commands/clipboard.ts';
import { dragPicture } from '../drag/drag-picture.ts';
import { endDrag, isPlacing, startDrag } from '../drag/dragging.ts';
import { useFolderDrop } from '../drag/use-folder-drop.ts';
import { shownName } from '../kind-word.ts';
import { addressOf, useAppAddress } from '../open-document.ts';
import { noCounts, RowCounts } from '../row-counts.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import { SecondLine } from '../second-line.tsx';
import type { Choice } from '../selection/use-choice.ts';
import type { StoredDocument } from '../stored-document.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { useColumns } from './columns.tsx';
import { remember } from './list-preferences.ts';
import type { ManualOrder } from './manual-order.ts';
import { prefetchFolder } from './prefetch-folder.ts';
import type { ListState } from './use-list-state.ts';

const CountRows = lazyAfterFirstView(() =>
  import('../count-rows.ts').then((module) => ({ default: module.CountRows })),
);
const RenameEditor = preparedPart(() => import('./rename-editor.tsx').then((module) => module.RenameEditor));
const DocumentGallery = lazyPart(() =>
  import('./document-gallery.tsx').then((module) => ({ default: module.DocumentGallery })),
);

export interface DocumentsViewProps {
  readonly handle: RefObject<DataViewHandle | null>;
  readonly label: string;
  readonly rows: DocumentRows;
  readonly choice: Choice;
  readonly onMenu: (at: Point) => void;
  readonly list: ListState;
  readonly onColumnMenu: (id: string, at: Point) => void;
  /** In lists ordered by hand. */
  readonly order?: ManualOrder | undefined;
  readonly headEnd?: ReactNode;
  /** Id of the row being renamed. */
  readonly renaming: string | null;
  readonly onRenaming: (id: string | null) => void;
  readonly onLook: () => void;
  readonly onDetails: () => void;
  /** False in the trash: trashed documents cannot be dragged anywhere. */
  readonly movable?: boolean;
}

/** Placeholder rows while nothing is known yet. */
const awaitedRows = 12;
/** How long scrolling must rest before the address is changed. */
const noteMs = 400;

export function DocumentsView(props: DocumentsViewProps) {
  const { handle, rows, choice, list, order, renaming, onRenaming, movable = true } = props;
  const { view } = list;
  const format = useFormat();
  const navigate = useNavigate();
  const absolute = useAppAddress();
  const { key, search, state } = useLocation();
  const held = useClipboard((state) => state.held);
  const drop = useFolderDrop();
  const [counts, setCounts] = useState(noCounts);
  const columns = useColumns(list.columns, list.address.filters);
  const noteRow = useAfterPause(noteMs);
  const inAddress = useContext(PagePaneContext)?.ownsAddress !== false;
  const [firstRow] = useState(() => firstRowIn(search));
  const [returning, setReturning] = useState(choice.visited);
  // The id of the folder that the user came up from.
  const [left] = useState<unknown>(choice.visited ? undefined : state?.left);
  const rowCount = rows.count ?? awaitedRows;

  // After Back, the focus goes to the row that was left.
  const known = rows.count !== undefined;
  useEffect(() => {
    if (returning && known) handle.current?.focus();
  }, [returning, known, handle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the rows have loaded.
  useEffect(() => {
    const index = typeof left === 'string' ? rows.indexOf(left) : undefined;
    if (index === undefined) return;
    choice.set(selectOnly(index, (at) => rows.rowAt(at)?.uid));
    handle.current?.scrollTo(index);
    setReturning(true);
  }, [left, known]);

  const { onRange: fetchRange } = rows;
  const onRange = useCallback(
    (first: number, last: number) => {
      fetchRange(first, last);
      if (known && inAddress) noteRow.start(() => writeFirstRow(view === 'list' ? first : 0));
    },
    [fetchRange, known, inAddress, noteRow, view],
  );

  const client = useQueryClient();
  const askFor = (document: StoredDocument) => {
    if (isFolderish(document) && !document.isTrashed) prefetchFolder(client, document);
  };
  const open = (document: StoredDocument, how: { readonly newTab: boolean; readonly details: boolean }) => {
    if (how.details) props.onDetails();
    else if (how.newTab) window.open(absolute(addressOf(document)), '_blank', 'noopener');
    else {
      askFor(document);
      // So that the row is known after Back, also if it was not selected.
      if (!choice.visited) choice.set(choice.selection);
      setOpenedFrom(listAround(choice.selection.cursor, rowCount, (index) => rows.rowAt(index)?.uid));
      void navigate(addressOf(document));
    }
  };

  const renameFrom = (index: number, step: -1 | 0 | 1) => {
    const next = step === 0 ? undefined : rows.rowAt(index + step);
    onRenaming(next?.uid ?? null);
    if (next !== undefined) choice.set(selectOnly(index + step, () => next.uid));
    else handle.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each name has its own keys.
  const early = useMemo<KeyboardEvent[]>(() => [], [renaming]);
  const editing = () => {
    const document = rows.find(renaming ?? '');
    if (document === undefined) return null;
    const { cursor } = choice.selection;
    const editor = (
      <Suspense key={document.uid} fallback={withVisibleControls(document.title)}>
        <RenameEditor document={document} early={early} onDone={(step) => renameFrom(cursor, step)} />
      </Suspense>
    );
    return { id: document.uid, editor, early };
  };

  const onKey = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step !== undefined) {
      order?.by(step);
      return order !== undefined;
    }
    if (event.key !== ' ' || event.ctrlKey || event.metaKey) return false;
    props.onLook();
    return true;
  };

  const shared: DataViewProps<StoredDocument> = {
    label: props.label,
    rowCount,
    rowAt: rows.rowAt,
    idOf: ({ uid }) => uid,
    nameOf: shownName,
    onRange,
    selection: choice.selection,
    onSelection: (next) => {
      onRenaming(null);
      choice.set(next);
    },
    onOpen: open,
    onNear: askFor,
    onMenu: (_row, at) => props.onMenu(at),
    onRename: (row) => {
      if (!movable || !mayTry(row, 'Write')) return false;
      onRenaming(row.uid);
      return true;
    },
    onKey,
    letterCommand: plainCommand,
    isDimmed: ({ uid, isTrashed }) =>
      isTrashed === movable || (held?.verb === 'move' && held.documents.some((cut) => cut.uid === uid)),
    editing: editing(),
    initialOffset: offsetAt(key),
    onOffset: (offset) => rememberOffset(key, offset),
    initialRow: firstRow,
    awaited: !known,
    footSpace: choice.count + choice.elsewhere > 0 ? bulkPx : 0,
    ...(movable
      ? {
          drag: {
            onStart: (ids, transfer) => {
              const documents = choice.find(ids);
              startDrag(
                documents,
                transfer,
                dragPicture(documents, format.count(documents.length)),
                documents.map((document) => absolute(addressOf(document))),
              );
            },
            onEnd: endDrag,
            dropEffect: drop.effectOn,
            onDrop: drop.dropOn,
            onRest: (row) => void navigate(addressOf(row)),
            mayPlace: (row, event) => order !== undefined && view === 'list' && isPlacing(row, event),
            onPlace: order?.beside,
          },
        }
      : {}),
  };

  return (
    <RowCounts value={counts}>
      <Suspense>
        <CountRows pages={rows.nearby} onCounts={setCounts} />
      </Suspense>
      {view === 'gallery' ? (
        <Suspense>
          <DocumentGallery {...shared} ref={handle} size={list.tiles} folders={rows.folders} />
        </Suspense>
      ) : (
        <DataGrid
          {...shared}
          ref={handle}
          columns={columns}
          sort={list.address.sort}
          onSort={(sort) => list.change({ sort })}
          onMove={(id, target, side) =>
            remember(list.place, { columns: movedColumn(list.columns, id, target, side) })
          }
          onColumnMenu={props.onColumnMenu}
          widths={list.widths}
          onWidths={(widths) => remember(list.place, { widths })}
          lead={(row) => <Thumbnail document={row} />}
          secondLine={(row) => <SecondLine document={row} />}
          headEnd={props.headEnd}
        />
      )}
    </RowCounts>
  );
}
