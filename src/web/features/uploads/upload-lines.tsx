/**
 * The lines of the tray. Lines that need a person are first, finished ones last; in between no line moves, so that a button
 * stays under the finger. Virtual, so thousands of lines cost as little as a screenful.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import type { UploadControls } from './upload-controls.ts';
import { isSettled, needsPerson, type UploadItem } from './upload-item.ts';
import { UploadLine } from './upload-line.tsx';
import css from './upload-tray.module.css';

const usualLinePx = 47;

export interface UploadLinesProps {
  readonly items: ReadonlyMap<string, UploadItem>;
  readonly onlyFailed: boolean;
  readonly uploader: UploadControls;
}

export function UploadLines({ items, onlyFailed, uploader }: UploadLinesProps) {
  const { t } = useTranslation('uploads');
  const scroller = useRef<HTMLUListElement>(null);
  // A phone has room only for the meter and the lines that need a person.
  const isPhone = useIsPhone();
  const lines = arranged(items.values(), { onlyFailed, onlyNeedy: isPhone });
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => lines[index]?.id ?? index,
    estimateSize: () => usualLinePx,
    // Use the height that the observer reports: measuring a new line would force one more layout of the page for each. In a
    // hidden pane every height is 0; a line that is taken to be flat would never be drawn again.
    measureElement: (line, entry, instance) =>
      entry === undefined
        ? (instance.itemSizeCache.get(lines[instance.indexFromElement(line)]?.id ?? '') ?? usualLinePx)
        : entry.borderBoxSize[0]?.blockSize || usualLinePx,
    overscan: 6,
    initialRect: { width: 0, height: window.innerHeight },
  });
  const shown = virtual.getVirtualItems();
  if (lines.length === 0) return null;
  return (
    <ul
      ref={scroller}
      className={css.lines}
      aria-label={t('lines')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
      tabIndex={0}
      // As high as all lines where there is space, also while none is drawn: a list of no height would draw none.
      style={{ flexBasis: virtual.getTotalSize() }}
    >
      {shown.map(({ index, key, start, end }, nth) => {
        const item = lines[index];
        if (item === undefined) return null;
        // Margins of lines, and no padding of the list: with padding it would be as high as all lines, and draw all of them.
        const before = nth === 0 ? start : 0;
        const after = nth === shown.length - 1 ? virtual.getTotalSize() - end : 0;
        return (
          <UploadLine
            key={key}
            ref={virtual.measureElement}
            index={index}
            count={lines.length}
            space={{ before, after }}
            item={item}
            uploader={uploader}
          />
        );
      })}
    </ul>
  );
}

function arranged(
  items: Iterable<UploadItem>,
  { onlyFailed, onlyNeedy }: { readonly onlyFailed: boolean; readonly onlyNeedy: boolean },
): readonly UploadItem[] {
  const needy: UploadItem[] = [];
  const open: UploadItem[] = [];
  const settled: UploadItem[] = [];
  for (const item of items) {
    if (onlyFailed && item.phase !== 'failed') continue;
    if (needsPerson(item)) needy.push(item);
    else if (onlyNeedy) continue;
    else if (isSettled(item)) settled.push(item);
    else open.push(item);
  }
  return [...needy, ...open, ...settled];
}
