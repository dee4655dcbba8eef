/**
 * A list of documents, as rows or as tiles, with everything that can be done in it: selection, keys, menu, rename in
 * place, drag, quick look. Pages give it rows and commands and stand around it.
 */
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { isFolderish, may, permissionsOn } from '#web/api/document-context.ts';
import { plainCommand } from '#web/frame/commands.ts';
import { listAround, setOpenedFrom } from '#web/frame/opened-from.ts';
import { offsetAt, rememberOffset } from '#web/frame/scroll-memory.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useLocation, useNavigate } from '#web/routing/address.ts';
import type { Point } from '#web/ui/context-menu.tsx';
import type { ColumnWidths, SortOrder } from '#web/ui/data-columns.ts';
import { DataGrid } from '#web/ui/data-grid.tsx';
import { bulkPx, type DataViewHandle, type DataViewProps } from '#web/ui/data-view.ts';
import { useClipboard } from '../commands/clipboard.ts';
import { dragPicture } from '../drag/drag-picture.ts';
import { endDrag, startDrag } from '../drag/dragging.ts';
import { useFolderDrop } from '../drag/use-folder-drop.ts';
import { shownName } from '../kind-word.ts';
import { addressOf, useAppAddress } from '../open-document.ts';
import { RowCounts, useRowCounts } from '../row-counts.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import { SecondLine } from '../second-line.tsx';
import type { Choice } from '../selection/use-choice.ts';
import type { StoredDocument } from '../stored-document.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { useColumns } from './columns.tsx';
import type { ListView } from './list-preferences.ts';

const RenameEditor = lazy(() =>
  import('./rename-editor.tsx').then((module) => ({ default: module.RenameEditor })),
);
const DocumentGallery = lazy(() =>
  import('./document-gallery.tsx').then((module) => ({ default: module.DocumentGallery })),
);

export interface DocumentsViewProps {
  readonly handle: RefObject<DataViewHandle | null>;
  readonly label: string;
  readonly rows: DocumentRows;
  readonly choice: Choice;
  readonly onMenu: (at: Point) => void;
  readonly view: ListView;
  readonly columns: readonly string[];
  readonly widths: ColumnWidths;
  readonly onWidths: (widths: ColumnWidths) => void;
  readonly sort: SortOrder;
  readonly onSort: (sort: SortOrder) => void;
  readonly headEnd?: ReactNode;
  /** The row whose name is being edited. */
  readonly renaming: string | null;
  readonly onRenaming: (id: string | null) => void;
  readonly onLook: () => void;
  readonly onDetails: () => void;
  /** A trashed document has nowhere to be dragged. */
  readonly movable?: boolean;
}

/** Rows drawn while nothing is known yet. */
const awaitedRows = 12;

export function DocumentsView(props: DocumentsViewProps) {
  const { handle, rows, choice, view, sort, renaming, onRenaming, movable = true } = props;
  const format = useFormat();
  const navigate = useNavigate();
  const absolute = useAppAddress();
  const { key } = useLocation();
  const held = useClipboard((state) => state.held);
  const drop = useFolderDrop();
  const counts = useRowCounts(rows.nearby);
  const columns = useColumns(props.columns);
  const [returning] = useState(choice.selection.ids.size > 0);
  const rowCount = rows.count ?? awaitedRows;

  // Back to a list leads to the row that was left, keyboard and all.
  const known = rows.count !== undefined;
  useEffect(() => {
    if (returning && known) handle.current?.focus();
  }, [returning, known, handle]);

  const open = (document: StoredDocument, how: { readonly newTab: boolean; readonly details: boolean }) => {
    if (how.details) props.onDetails();
    else if (how.newTab) window.open(absolute(addressOf(document)), '_blank', 'noopener');
    else {
      setOpenedFrom(listAround(choice.selection.cursor, rowCount, (index) => rows.rowAt(index)?.uid));
      void navigate(addressOf(document));
    }
  };

  const renameFrom = (index: number, step: -1 | 0 | 1) => {
    const next = step === 0 ? undefined : rows.rowAt(index + step);
    onRenaming(next?.uid ?? null);
    if (next !== undefined)
      choice.set({ ids: new Set([next.uid]), anchor: index + step, cursor: index + step });
    else handle.current?.focus();
  };

  const editing = () => {
    const document = choice.documents.find(({ uid }) => uid === renaming);
    if (document === undefined) return null;
    const { cursor } = choice.selection;
    const editor = (
      <Suspense key={document.uid}>
        <RenameEditor document={document} onDone={(step) => renameFrom(cursor, step)} />
      </Suspense>
    );
    return { id: document.uid, editor };
  };

  const onKey = (event: KeyboardEvent) => {
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
    onRange: rows.onRange,
    selection: choice.selection,
    onSelection: choice.set,
    onOpen: open,
    onMenu: (_row, at) => props.onMenu(at),
    onRename: (row) => {
      if (movable && mayRename(row)) onRenaming(row.uid);
    },
    onKey,
    letterCommand: (event) => plainCommand(event)?.run,
    isDimmed: ({ uid, isTrashed }) =>
      isTrashed === movable || (held?.verb === 'move' && held.documents.some((cut) => cut.uid === uid)),
    editing: renaming === null ? null : editing(),
    initialOffset: offsetAt(key),
    onOffset: (offset) => rememberOffset(key, offset),
    footSpace: choice.selection.ids.size > 0 ? bulkPx : 0,
    ...(movable
      ? {
          drag: {
            onStart: (ids, transfer) => {
              const documents = choice.find(ids);
              startDrag(documents, transfer, dragPicture(documents, format.count(documents.length)));
            },
            onEnd: endDrag,
            dropEffect: (row, event) => (isFolderish(row) ? drop.effectOn(row, event) : null),
            onDrop: drop.dropOn,
            onRest: (row) => void navigate(addressOf(row)),
          },
        }
      : {}),
  };

  return (
    <RowCounts value={counts}>
      {view === 'gallery' ? (
        <Suspense>
          <DocumentGallery {...shared} ref={handle} />
        </Suspense>
      ) : (
        <DataGrid
          {...shared}
          ref={handle}
          columns={columns}
          sort={sort}
          onSort={props.onSort}
          widths={props.widths}
          onWidths={props.onWidths}
          lead={(row) => <Thumbnail document={row} />}
          secondLine={(row) => <SecondLine document={row} />}
          headEnd={props.headEnd}
        />
      )}
    </RowCounts>
  );
}

/** A server that tells no permissions is asked by doing. */
function mayRename(document: StoredDocument): boolean {
  return permissionsOn(document).length === 0 || may(document, 'Write');
}
