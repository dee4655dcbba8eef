/**
 * The results as a virtual grid of one column, with the selection and keys of every list. Rows are as high as their text,
 * so they are measured; only visible rows are rendered, and the row with the cursor.
 */
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on the rows.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { shownName } from '#web/documents/kind-word.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { DataViewProps } from '#web/ui/data-view.ts';
import { keyTarget } from '#web/ui/grid-keys.ts';
import { indexesWith } from '#web/ui/index-range.ts';
import { hasChosen, isChosen } from '#web/ui/selection.ts';
import { useDataView } from '#web/ui/use-data-view.ts';
import { useRestoredOffset } from '#web/ui/use-restored-offset.ts';
import css from './result-list.module.css';
import { AwaitedRow, ResultRow } from './result-row.tsx';

const usualRowPx = 102;
const handledByGrid = () => {};

export function ResultList(props: DataViewProps<StoredDocument>) {
  const { rowCount, rowAt, label, onRange, onOffset, footSpace = 0 } = props;
  const { t } = useTranslation('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = Math.min(props.selection.cursor, rowCount - 1);
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualRowPx,
    overscan: 4,
    scrollPaddingEnd: footSpace,
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: props.initialOffset ?? 0,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) =>
      indexesWith(startIndex - overscan, endIndex + overscan, count, cursor),
  });
  useRestoredOffset(scroller, rowCount, props.initialOffset);
  const scrollTo = (index: number) => virtual.scrollToIndex(index, { align: 'auto' });
  const { selection, handlers } = useDataView(props, {
    scroller,
    scrollTo,
    target: (key, from) => {
      const screen = Math.floor(((scroller.current?.clientHeight ?? 0) - footSpace) / usualRowPx);
      return keyTarget(key, from, { count: rowCount, screen, columns: 1, rtl: false });
    },
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = Math.min(virtual.range?.endIndex ?? 0, rowCount - 1);
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  // An empty element with the role `grid` would be invalid.
  if (rowCount === 0)
    return (
      <div ref={scroller} className={css.list}>
        {props.empty}
      </div>
    );
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount}
      aria-colcount={1}
      aria-multiselectable="true"
      className={css.list}
      data-choosing={hasChosen(selection) || undefined}
      onScroll={onOffset === undefined ? undefined : (event) => onOffset(event.currentTarget.scrollTop)}
      {...handlers}
    >
      <div role="rowgroup" className={css.canvas} style={{ blockSize: virtual.getTotalSize() + footSpace }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rowAt(index);
          const chosen = row !== undefined && isChosen(selection, row.uid);
          return (
            <div
              key={index}
              ref={virtual.measureElement}
              role="row"
              aria-rowindex={index + 1}
              aria-selected={chosen}
              aria-busy={row === undefined || undefined}
              data-index={index}
              tabIndex={index === selection.cursor ? 0 : -1}
              className={css.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <div role="gridcell" className={css.cell}>
                {row === undefined ? <AwaitedRow index={index} /> : <ResultRow document={row} />}
                {row === undefined ? null : (
                  <span className={css.check} data-check>
                    <Checkbox
                      hiddenLabel={t('grid.choose', { name: shownName(row) })}
                      checked={chosen}
                      onChange={handledByGrid}
                      tabIndex={-1}
                    />
                  </span>
                )}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
