// The document list: our own virtual grid with the whole ARIA grid pattern. Only the rows on screen are drawn, plus the cursor's
// row, so that scrolling never loses the focus. Invariant: widths, density and scroll are the same for loaded and loading rows,
// so nothing moves when data arrives.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on rows and on the buttons in the heads.
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Point } from './context-menu.tsx';
import { type ColumnWidths, columnTemplate, type DataColumn, type SortOrders } from './data-columns.ts';
import css from './data-grid.module.css';
import { DataGridHead } from './data-grid-head.tsx';
import { DataGridRow } from './data-grid-row.tsx';
import type { DataViewHandle, DataViewProps } from './data-view.ts';
import { keyTarget } from './grid-keys.ts';
import { indexesBetween } from './index-range.ts';
import {
  clearSelection,
  hasChosen,
  isChosen,
  type Selection,
  selectAll,
  selectMarquee,
} from './selection.ts';
import { useDataView } from './use-data-view.ts';
import { useFixedRows } from './use-fixed-rows.ts';
import { useMarquee } from './use-marquee.ts';
import { useRestoredOffset } from './use-restored-offset.ts';
import { useRowDrag } from './use-row-drag.ts';
import { useShownColumns } from './use-shown-columns.ts';
import { useIsPhone, useTokenPx } from './use-token-px.ts';

export interface DataGridProps<Row> extends DataViewProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort?: SortOrders;
  readonly onSort?: (next: SortOrders) => void;
  /** Moves a column before or after another one. */
  readonly onMove?: (id: string, target: string, side: 'before' | 'after') => void;
  readonly onColumnMenu?: (id: string, at: Point) => void;
  readonly widths?: ColumnWidths;
  readonly onWidths?: (next: ColumnWidths) => void;
  /** Before the first column, as wide as a thumbnail. */
  readonly lead?: (row: Row) => ReactNode;
  /** The second line of a row on a phone. */
  readonly secondLine?: (row: Row) => ReactNode;
  /** At the end of the head: the columns menu. */
  readonly headEnd?: ReactNode;
  readonly ref?: Ref<DataViewHandle>;
}

const headPx = 32;
const noWidths: ColumnWidths = {};
const noOrder: SortOrders = [];

export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, rowCount, rowAt, columns, widths = noWidths, onOffset, onRange, footSpace = 0 } = props;
  const { t } = useTranslation('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const phone = useIsPhone();
  const rowPx = useTokenPx('--row', 36);
  const head = phone ? 0 : headPx;
  const cursor = Math.min(props.selection.cursor, rowCount - 1);

  const [initialOffset] = useState(props.initialOffset ?? (props.initialRow ?? 0) * rowPx);
  const rows = useFixedRows({
    scroller,
    count: rowCount,
    rowPx,
    headPx: head,
    footPx: footSpace,
    overscan: 6,
    initialOffset,
    keep: cursor,
  });
  useRestoredOffset(scroller, props.awaited ? 0 : rowCount, initialOffset);

  const view = useDataView(props, {
    scroller,
    scrollTo: rows.scrollTo,
    target: (key, cursor) => {
      const screen = Math.floor(((scroller.current?.clientHeight ?? 0) - head - footSpace) / rowPx);
      return keyTarget(key, cursor, { count: rowCount, screen, columns: 1, rtl: false });
    },
  });
  const { selection, idAt } = view;
  const dragging = useRowDrag({ ...props, chosen: selection.ids, includeRow: view.takeRow });
  const before = useRef<{ readonly selection: Selection; readonly add: boolean }>({ selection, add: false });
  const marquee = useMarquee({
    scroller,
    beforeClick: view.beforeClick,
    onStart: (add) => {
      before.current = { selection, add };
    },
    onChange: ({ top, height }) => {
      const first = Math.max(0, Math.floor((top - head) / rowPx));
      const last = Math.min(rowCount - 1, Math.floor((top + height - head) / rowPx));
      const indexes = indexesBetween(first, last);
      props.onSelection(selectMarquee(before.current.selection, indexes, before.current.add, idAt));
    },
  });
  useImperativeHandle(props.ref, () => ({
    focus: view.focusCursor,
    scrollTo: rows.scrollTo,
    element: () => scroller.current,
  }));

  const { first, last } = rows;
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  const roomy = useShownColumns(scroller, columns);
  const fitting = phone ? columns.filter(({ flexible }) => flexible) : roomy;
  const fittingIds = fitting.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are drawn again when the columns change, but not when the width does.
  const shown = useMemo(() => fitting, [columns, fittingIds]);
  const words = useMemo(
    () => ({
      choose: (name: string) => t('grid.choose', { name }),
      more: (name: string) => t('grid.more', { name }),
    }),
    [t],
  );
  const isRowChosen = (index: number) => {
    const id = idAt(index);
    return id !== undefined && isChosen(selection, id);
  };
  const editedId = props.editing?.id;
  const isEdited = (index: number) => editedId !== undefined && idAt(index) === editedId;
  // The row being renamed is drawn first and has a key of its own: new rows above it then neither move nor replace the field,
  // which would lose the focus or its text.
  const drawn = rows.indexes.toSorted((one, other) => Number(isEdited(other)) - Number(isEdited(one)));
  const choosing = hasChosen(selection);
  const every = selection.except === undefined ? selection.ids.size >= rowCount : selection.except.size === 0;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={shown.length + 3}
      aria-multiselectable="true"
      className={css.grid}
      data-choosing={choosing || undefined}
      style={{ '--columns': columnTemplate(shown, widths), scrollPaddingBlock: `${head}px ${footSpace}px` }}
      onScroll={onOffset === undefined ? undefined : (event) => onOffset(event.currentTarget.scrollTop)}
      {...view.handlers}
      {...dragging.handlers}
      {...marquee.handlers}
    >
      <DataGridHead
        columns={shown}
        hidden={phone}
        sort={props.sort ?? noOrder}
        onSort={props.onSort}
        onMove={props.onMove}
        onMenu={props.onColumnMenu}
        widths={widths}
        onWidths={props.onWidths}
        end={props.headEnd}
        chosen={!choosing ? false : every ? true : 'mixed'}
        onChooseAll={(all) =>
          props.onSelection(all ? selectAll(selection, rowCount, idAt) : clearSelection(selection))
        }
      />
      <div role="rowgroup" data-canvas className={css.canvas} style={{ blockSize: rows.totalPx + footSpace }}>
        {drawn.map((index) => {
          const row = rowAt(index);
          const chosen = isRowChosen(index);
          const editing = isEdited(index);
          return (
            <DataGridRow
              key={editing ? editedId : index}
              row={row}
              index={index}
              top={index * rowPx}
              name={row === undefined ? t('loading') : props.nameOf(row)}
              columns={shown}
              lead={props.lead}
              secondLine={phone ? props.secondLine : undefined}
              chosen={chosen}
              joinsAbove={chosen && isRowChosen(index - 1)}
              joinsBelow={chosen && isRowChosen(index + 1)}
              current={index === selection.cursor}
              dimmed={row !== undefined && props.isDimmed?.(row) === true}
              dropSide={dragging.drop?.index === index ? dragging.drop.side : undefined}
              draggable={props.drag !== undefined && row !== undefined && !editing && !phone}
              editor={editing ? props.editing?.editor : undefined}
              withMenu={props.onMenu !== undefined}
              words={words}
            />
          );
        })}
      </div>
      {rowCount === 0 ? props.empty : null}
      {marquee.area === null ? null : (
        <div
          className={css.marquee}
          style={{
            transform: `translate(${marquee.area.left}px, ${marquee.area.top}px)`,
            inlineSize: marquee.area.width,
            blockSize: marquee.area.height,
          }}
        />
      )}
    </div>
  );
}
