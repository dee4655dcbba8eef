// The heads of the list: one tab stop. Left and Right move along, Enter sorts (with Shift by one more column), Shift with Left or
// Right changes the width, Ctrl/Cmd and Shift with them move the column, Down opens its menu.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on rows and on the buttons in the heads.
import { ArrowDown, ArrowUp, ListFilter } from 'lucide';
import {
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from './checkbox.tsx';
import type { Point } from './context-menu.tsx';
import { cx } from './cx.ts';
import { type ColumnWidths, type DataColumn, leastWidth, nextSort, type SortOrders } from './data-columns.ts';
import css from './data-grid.module.css';
import { Icon } from './icon.tsx';
import { announce } from './live-region.tsx';
import { modHeld } from './use-data-view.ts';
import hiddenCss from './visually-hidden.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface DataGridHeadProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  /** On a phone the heads are for screen readers only. */
  readonly hidden: boolean;
  readonly sort: SortOrders;
  readonly onSort: ((next: SortOrders) => void) | undefined;
  /** Moves a column before or after another one. */
  readonly onMove: ((id: string, target: string, side: Side) => void) | undefined;
  /** Opens the column's menu. */
  readonly onMenu: ((id: string, at: Point) => void) | undefined;
  readonly widths: ColumnWidths;
  readonly onWidths: ((next: ColumnWidths) => void) | undefined;
  readonly chosen: boolean | 'mixed';
  readonly onChooseAll: (all: boolean) => void;
  readonly end: ReactNode;
}

type Side = 'before' | 'after';

const stepPx = 16;

export function DataGridHead<Row>(props: DataGridHeadProps<Row>) {
  const { columns, sort, onSort, widths, onWidths, onMove, onMenu } = props;
  const { t } = useTranslation('ui');
  const [activeId, setActiveId] = useState(columns[0]?.id);
  const active = columns.some(({ id }) => id === activeId) ? activeId : columns[0]?.id;
  const row = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ readonly id: string; readonly side: Side } | null>(null);

  const headOf = (id: string) => row.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
  const resize = (column: DataColumn<Row>, width: number) => {
    const next = Math.max(leastWidth(column), Math.round(width));
    onWidths?.({ ...widths, [column.id]: next });
    return next;
  };
  const isRtl = () => row.current !== null && getComputedStyle(row.current).direction === 'rtl';

  const openMenu = (id: string) => {
    const box = headOf(id)?.getBoundingClientRect();
    if (box !== undefined) onMenu?.(id, { x: isRtl() ? box.right : box.left, y: box.bottom });
  };

  const moveBy = (column: DataColumn<Row>, step: number) => {
    const target = columns[columns.indexOf(column) + step];
    if (onMove === undefined || target === undefined || column.flexible || (target.flexible && step < 0))
      return;
    flushSync(() => onMove(column.id, target.id, step < 0 ? 'before' : 'after'));
    headOf(column.id)?.querySelector('button')?.focus();
    const place = columns.indexOf(target) + 1;
    announce(t('reorder.moved', { name: column.label, place, count: columns.length }));
  };

  const sideAt = (event: DragEvent, column: DataColumn<Row>): Side => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const begins = event.clientX < left + width / 2 !== isRtl();
    return begins && !column.flexible ? 'before' : 'after';
  };
  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };
  const dragging = (column: DataColumn<Row>) =>
    onMove === undefined
      ? {}
      : {
          draggable: !column.flexible,
          'data-drop': over?.id === column.id ? over.side : undefined,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', column.label);
            setDragged(column.id);
          },
          onDragOver: (event: DragEvent) => {
            if (dragged === null) return;
            event.preventDefault();
            event.stopPropagation();
            const side = sideAt(event, column);
            if (over?.id !== column.id || over.side !== side) setOver({ id: column.id, side });
          },
          onDrop: (event: DragEvent) => {
            if (dragged === null) return;
            event.preventDefault();
            event.stopPropagation();
            if (dragged !== column.id) onMove(dragged, column.id, sideAt(event, column));
            endDrag();
          },
          onDragEnd: endDrag,
        };

  const onKeyDown = (event: KeyboardEvent, column: DataColumn<Row>) => {
    if (event.key === 'ArrowDown' && onMenu !== undefined) {
      event.preventDefault();
      openMenu(column.id);
      return;
    }
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (side === 0) return;
    event.preventDefault();
    const step = isRtl() ? -side : side;
    if (event.shiftKey && modHeld(event)) {
      moveBy(column, step);
      return;
    }
    if (event.shiftKey && onWidths !== undefined) {
      const width = headOf(column.id)?.getBoundingClientRect().width ?? column.width;
      announce(t('grid.width', { name: column.label, width: resize(column, width + step * stepPx) }));
      return;
    }
    const next = columns[columns.indexOf(column) + step];
    if (next === undefined) return;
    setActiveId(next.id);
    headOf(next.id)?.querySelector('button')?.focus();
  };

  return (
    <div role="rowgroup" className={props.hidden ? hiddenCss.hidden : css.head}>
      <div role="row" aria-rowindex={1} ref={row} className={css.heads}>
        <div role="columnheader" className={css.check}>
          <Checkbox
            hiddenLabel={t('grid.chooseAll')}
            checked={props.chosen}
            onChange={() => props.onChooseAll(props.chosen === false)}
            tabIndex={-1}
          />
        </div>
        <div role="columnheader">
          <VisuallyHidden>{t('grid.preview')}</VisuallyHidden>
        </div>
        {columns.map((column) => {
          const nth = sort.findIndex(({ columnId }) => columnId === column.id);
          const direction = sort[nth]?.direction;
          return (
            <div
              key={column.id}
              role="columnheader"
              data-column={column.id}
              aria-sort={
                direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
              }
              className={cx(css['head-cell'], column.align === 'end' && css.end)}
              {...dragging(column)}
              onContextMenu={(event) => {
                if (onMenu === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                if (event.button === 2) onMenu(column.id, { x: event.clientX, y: event.clientY });
                else openMenu(column.id);
              }}
            >
              <button
                type="button"
                tabIndex={column.id === active ? 0 : -1}
                className={cx(css['head-button'], direction !== undefined && css.sorted)}
                aria-disabled={!column.sortable || onSort === undefined || undefined}
                onFocus={() => setActiveId(column.id)}
                onKeyDown={(event) => onKeyDown(event, column)}
                onClick={(event) => column.sortable && onSort?.(nextSort(column.id, sort, event.shiftKey))}
              >
                <span className={css['head-label']}>{column.label}</span>
                <span className={css.signs}>
                  {column.filtered ? <Icon icon={ListFilter} size={12} /> : null}
                  {direction === undefined ? null : (
                    <Icon icon={direction === 'asc' ? ArrowUp : ArrowDown} size={14} />
                  )}
                </span>
                {nth < 0 || sort.length < 2 ? null : (
                  <>
                    <span className={css.nth} aria-hidden="true">
                      {nth + 1}
                    </span>
                    <VisuallyHidden>{t('grid.nthOrder', { nth: nth + 1 })}</VisuallyHidden>
                  </>
                )}
              </button>
              {onWidths === undefined ? null : (
                <Grip
                  widthNow={() => headOf(column.id)?.getBoundingClientRect().width ?? column.width}
                  isRtl={isRtl}
                  onWidth={(width) => resize(column, width)}
                />
              )}
            </div>
          );
        })}
        <div role="columnheader" className={css.more}>
          {/* `end` may still be loading: the head needs a name meanwhile. */}
          <VisuallyHidden>{t('more')}</VisuallyHidden>
          {props.end}
        </div>
      </div>
    </div>
  );
}

interface GripProps {
  readonly widthNow: () => number;
  readonly isRtl: () => boolean;
  readonly onWidth: (width: number) => void;
}

/** For the pointer only; with the keyboard, Shift with Left or Right on the head does the same. */
function Grip({ widthNow, isRtl, onWidth }: GripProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return (
    <span
      className={css.grip}
      aria-hidden="true"
      // Dragging here changes the width and must not drag the column.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: widthNow() };
      }}
      onPointerMove={(event) => {
        if (start.current === null) return;
        const moved = event.clientX - start.current.x;
        onWidth(start.current.width + (isRtl() ? -moved : moved));
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
