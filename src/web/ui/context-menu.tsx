// A menu at a point: right click, the menu key, or a long press. Its code loads when first opened.
import { Suspense, useMemo, useState } from 'react';
import { AwaitedDialog } from './awaited-dialog.tsx';
import { MenuPopup } from './menu-button.tsx';
import type { MenuEntries } from './menu-entries.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ContextMenuProps {
  /** Where to open, in the window; `null` = closed. */
  readonly at: Point | null;
  readonly onClose: () => void;
  readonly label: string;
  readonly entries: MenuEntries;
  /** Where the focus goes afterwards: the row that the menu was for. */
  readonly returnFocus?: () => HTMLElement | null;
}

export function ContextMenu({ at, onClose, label, entries, returnFocus }: ContextMenuProps) {
  const [last, setLast] = useState<Point | null>(null);
  // The last point is kept so that the menu fades out where it was.
  if (at !== null && at !== last) setLast(at);
  const anchor = useMemo(
    () => (last === null ? null : { getBoundingClientRect: () => new DOMRect(last.x, last.y, 0, 0) }),
    [last],
  );
  if (anchor === null) return null;
  return (
    <Suspense fallback={at === null ? null : <AwaitedDialog onClose={onClose} />}>
      <MenuPopup
        open={at !== null}
        onClose={onClose}
        label={label}
        entries={entries}
        anchor={anchor}
        slides
        finalFocus={returnFocus}
      />
    </Suspense>
  );
}
