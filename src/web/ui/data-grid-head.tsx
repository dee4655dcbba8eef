// The heads of the list: one tab stop, Left and Right go along, Enter sorts, Shift with Left or Right sets the width.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on rows and on the buttons in the heads.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from './checkbox.tsx';
import { cx } from './cx.ts';
import { type ColumnWidths, type DataColumn, leastWidth, nextSort, type SortOrder } from './data-columns.ts';
import css from './data-grid.module.css';
import { Icon } from './icon.tsx';
import { announce } from './live-region.tsx';
import heard from './visually-hidden.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface DataGridHeadProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  /** On a phone the heads are read out but not shown. */
  readonly hidden: boolean;
  readonly sort: SortOrder | undefined;
  readonly onSort: ((next: SortOrder) => void) | undefined;
  readonly widths: ColumnWidths;
  readonly onWidths: ((next: ColumnWidths) => void) | undefined;
  readonly chosen: boolean | 'mixed';
  readonly onChooseAll: (all: boolean) => void;
  readonly end: ReactNode;
}

const stepPx = 16;

export function DataGridHead<Row>(props: DataGridHeadProps<Row>) {
  const { columns, sort, onSort, widths, onWidths } = props;
  const { t } = useTranslation('ui');
  const [activeId, setActiveId] = useState(columns[0]?.id);
  const active = columns.some(({ id }) => id === activeId) ? activeId : columns[0]?.id;
  const row = useRef<HTMLDivElement>(null);

  const headOf = (id: string) => row.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
  const resize = (column: DataColumn<Row>, width: number) => {
    const next = Math.max(leastWidth(column), Math.round(width));
    onWidths?.({ ...widths, [column.id]: next });
    return next;
  };
  const isRtl = () => row.current !== null && getComputedStyle(row.current).direction === 'rtl';

  const onKeyDown = (event: KeyboardEvent, column: DataColumn<Row>) => {
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (side === 0) return;
    event.preventDefault();
    const step = isRtl() ? -side : side;
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
    <div role="rowgroup" className={props.hidden ? heard.hidden : css.head}>
      <div role="row" aria-rowindex={1} ref={row} className={css.heads}>
        <div role="columnheader" className={css.check}>
          <Checkbox
            labelHidden
            label={t('grid.chooseAll')}
            checked={props.chosen}
            onChange={() => props.onChooseAll(props.chosen === false)}
            tabIndex={-1}
          />
        </div>
        <div role="columnheader">
          <VisuallyHidden>{t('grid.preview')}</VisuallyHidden>
        </div>
        {columns.map((column) => {
          const direction = sort?.columnId === column.id ? sort.direction : undefined;
          return (
            <div
              key={column.id}
              role="columnheader"
              data-column={column.id}
              aria-sort={
                direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
              }
              className={cx(css['head-cell'], column.align === 'end' && css.end)}
            >
              <button
                type="button"
                tabIndex={column.id === active ? 0 : -1}
                className={cx(css['head-button'], direction !== undefined && css.sorted)}
                aria-disabled={!column.sortable || onSort === undefined || undefined}
                onFocus={() => setActiveId(column.id)}
                onKeyDown={(event) => onKeyDown(event, column)}
                onClick={() => column.sortable && onSort?.(nextSort(column.id, sort))}
              >
                {column.label}
                {direction === undefined ? null : (
                  <Icon icon={direction === 'asc' ? ArrowUp : ArrowDown} size={14} />
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
          {/* What stands at the end may still be on its way: the head has a name all the same. */}
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

/** Pointer only: the keyboard's way is Shift with Left or Right on the head itself. */
function Grip({ widthNow, isRtl, onWidth }: GripProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return (
    <span
      className={css.grip}
      aria-hidden="true"
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
