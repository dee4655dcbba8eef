// The rows of a list as tiles: pages and pictures large enough to recognise. Folders at the beginning are small chips above them.
// Selection, keyboard, drag and marquee are shared with the list; only the lines on screen are drawn, plus the cursor's.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on the tiles.
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from './checkbox.tsx';
import { cx } from './cx.ts';
import css from './data-gallery.module.css';
import type { DataViewHandle, DataViewProps } from './data-view.ts';
import {
  chipLinesOf,
  columnsOf,
  type GalleryShape,
  galleryTarget,
  indexesIn,
  lineOf,
  linesOf,
} from './gallery-lines.ts';
import { indexesBetween } from './index-range.ts';
import { hasChosen, isChosen, type Selection, selectMarquee } from './selection.ts';
import { Skeleton } from './skeleton.tsx';
import { useDataView } from './use-data-view.ts';
import { useElementWidth } from './use-element-width.ts';
import { useFixedRows } from './use-fixed-rows.ts';
import { useMarquee } from './use-marquee.ts';
import { useRestoredOffset } from './use-restored-offset.ts';
import { useRowDrag } from './use-row-drag.ts';

export interface DataGalleryProps<Row> extends DataViewProps<Row> {
  /** The picture; it keeps its aspect ratio within the given space. */
  readonly picture: (row: Row) => ReactNode;
  /** Under the picture: the name in at most two lines, and one quieter line; `width` of the tile in px. */
  readonly caption: (row: Row, width: number) => ReactNode;
  /** A row without a picture, in one line; for the first `chips` rows. */
  readonly chip: (row: Row) => ReactNode;
  readonly chips: number;
  readonly size?: keyof typeof sizes;
  readonly ref?: Ref<DataViewHandle>;
}

/** In px: the minimum width of a tile, and the height of a row of tiles. */
const sizes = { small: [128, 198], medium: [176, 250], large: [288, 364] } as const;
/** Minimum width of the gallery for two tiles in a line, in px: a phone shows two side by side, large ones alone. */
const leastPairPx = { small: 200, medium: 300, large: 560 } as const;
const gapPx = 16;
/** The minimum width of a chip, the height of a row of chips, and the gap between chips. */
const leastChipPx = 232;
const chipLinePx = 56;
const chipGapPx = 10;
/** The height of a line of tiles without the picture. */
const captionPx = 84;
const padPx = 20;
const handledByGallery = () => {};

export function DataGallery<Row>(props: DataGalleryProps<Row>) {
  const { label, rowCount, rowAt, idOf, nameOf, onRange, onOffset, footSpace = 0, size = 'medium' } = props;
  const { t } = useTranslation('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const inner = Math.max(0, width - 2 * padPx);
  const [leastTilePx, linePx] = sizes[size];
  const columns = Math.max(
    inner < leastPairPx[size] ? 1 : 2,
    Math.floor((inner + gapPx) / (leastTilePx + gapPx)),
  );
  const tilePx = Math.floor((inner + gapPx) / columns) - gapPx;
  const shape: GalleryShape = {
    count: rowCount,
    chips: Math.min(props.chips, rowCount),
    chipColumns: Math.max(1, Math.floor((inner + chipGapPx) / (leastChipPx + chipGapPx))),
    tileColumns: columns,
  };
  const lines = linesOf(shape);
  const cursorLine = lineOf(Math.min(props.selection.cursor, rowCount - 1), shape);

  const shownLines = useFixedRows({
    scroller,
    count: lines,
    rowPx: linePx,
    leadCount: chipLinesOf(shape),
    leadRowPx: chipLinePx,
    footPx: footSpace,
    overscan: 2,
    initialOffset: props.initialOffset ?? 0,
    keep: cursorLine,
  });
  useRestoredOffset(scroller, props.awaited ? 0 : rowCount, props.initialOffset);

  const scrollTo = (index: number) => shownLines.scrollTo(lineOf(index, shape));
  const view = useDataView(props, {
    scroller,
    scrollTo,
    target: (key, cursor) =>
      galleryTarget(key, cursor, {
        ...shape,
        screen: Math.floor(((scroller.current?.clientHeight ?? 0) - footSpace) / linePx),
        rtl: isRtl(scroller.current),
      }),
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
    onChange: (area) => {
      const start = isRtl(scroller.current) ? width - area.left - area.width : area.left;
      const indexes = indexesBetween(
        Math.max(0, shownLines.rowAtPx(area.top)),
        Math.min(lines - 1, shownLines.rowAtPx(area.top + area.height)),
      ).flatMap((line) => within(start - padPx, area.width, inner, line, shape));
      props.onSelection(selectMarquee(before.current.selection, indexes, before.current.add, idAt));
    },
  });
  useImperativeHandle(props.ref, () => ({
    focus: view.focusCursor,
    scrollTo,
    element: () => scroller.current,
  }));

  const first = indexesIn(shownLines.first, shape)[0] ?? 0;
  const last = indexesIn(shownLines.last, shape).at(-1) ?? -1;
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  const editedId = props.editing?.id;
  const isEdited = (index: number) => editedId !== undefined && idAt(index) === editedId;
  // The tile being renamed comes first in its line, and its line first of all, with keys of their own: new documents of other
  // people then neither move nor replace the field, which would lose the focus or its text.
  const editedFirst = (holdsIt: (one: number) => boolean, all: readonly number[]) =>
    editedId === undefined
      ? all
      : all.toSorted((one, other) => Number(holdsIt(other)) - Number(holdsIt(one)));
  const holdsEdited = (line: number) => indexesIn(line, shape).some(isEdited);

  const tile = (index: number) => {
    const row = rowAt(index);
    const isChip = index < shape.chips;
    const name = row === undefined ? t('loading') : nameOf(row);
    const chosen = row !== undefined && isChosen(selection, idOf(row));
    const editing = isEdited(index);
    const column = index - (indexesIn(lineOf(index, shape), shape)[0] ?? 0);
    return (
      <div
        key={editing ? editedId : index}
        role="gridcell"
        aria-colindex={column + 1}
        style={{ order: column }}
        aria-selected={chosen}
        aria-label={name}
        aria-busy={row === undefined || undefined}
        data-index={index}
        data-drop={dragging.drop?.index === index ? dragging.drop.side : undefined}
        tabIndex={index === selection.cursor ? 0 : -1}
        draggable={props.drag !== undefined && row !== undefined && !editing}
        className={cx(isChip ? css.chip : css.tile, row !== undefined && props.isDimmed?.(row) && css.dimmed)}
      >
        {isChip ? null : (
          <div className={css.picture}>
            {row === undefined ? <span className={css.blank} /> : props.picture(row)}
          </div>
        )}
        <div className={isChip ? css.words : css.caption} data-name>
          {row === undefined ? (
            <Skeleton width="70%" />
          ) : editing ? (
            props.editing?.editor
          ) : isChip ? (
            props.chip(row)
          ) : (
            props.caption(row, tilePx)
          )}
        </div>
        {row === undefined ? null : (
          <span className={css.check} data-check>
            <Checkbox
              hiddenLabel={t('grid.choose', { name })}
              checked={chosen}
              onChange={handledByGallery}
              tabIndex={-1}
            />
          </span>
        )}
      </div>
    );
  };

  // Without rows it must not have the role of a grid.
  if (rowCount === 0)
    return (
      <div ref={scroller} className={css.gallery} {...view.handlers}>
        {props.empty}
      </div>
    );
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={lines}
      aria-colcount={Math.max(columns, shape.chips === 0 ? 1 : shape.chipColumns)}
      aria-multiselectable="true"
      className={css.gallery}
      data-choosing={hasChosen(selection) || undefined}
      style={{ '--line-px': `${linePx}px`, '--picture-px': `${linePx - captionPx}px` }}
      onScroll={onOffset === undefined ? undefined : (event) => onOffset(event.currentTarget.scrollTop)}
      {...view.handlers}
      {...dragging.handlers}
      {...marquee.handlers}
    >
      <div
        role="rowgroup"
        data-canvas
        className={css.canvas}
        style={{ blockSize: shownLines.totalPx + footSpace }}
      >
        {editedFirst(holdsEdited, shownLines.indexes).map((line) => (
          <div
            key={holdsEdited(line) ? editedId : line}
            role="row"
            aria-rowindex={line + 1}
            data-canvas
            className={css.line}
            style={{
              transform: `translateY(${shownLines.topOf(line)}px)`,
              '--tiles': columnsOf(line, shape),
              columnGap: gapIn(line, shape),
            }}
          >
            {editedFirst(isEdited, indexesIn(line, shape)).map(tile)}
          </div>
        ))}
      </div>
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

function isRtl(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).direction === 'rtl';
}

function gapIn(line: number, shape: GalleryShape): number {
  return line < chipLinesOf(shape) ? chipGapPx : gapPx;
}

/** The indexes in a line that lie between `start` and `start + length`, in a line `inner` wide. */
function within(
  start: number,
  length: number,
  inner: number,
  line: number,
  shape: GalleryShape,
): readonly number[] {
  const columns = columnsOf(line, shape);
  const gap = gapIn(line, shape);
  const step = (inner + gap) / columns;
  return indexesIn(line, shape).slice(
    Math.max(0, Math.floor((start + gap) / step)),
    Math.max(0, Math.floor((start + length) / step) + 1),
  );
}
