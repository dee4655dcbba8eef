// The open popover. Loaded on demand (popover.tsx); nothing else may import it.
import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import css from './popover-popup.module.css';

export interface PopoverPopupProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode;
}

export function PopoverPopup({ open, onClose, label, anchor, align = 'start', children }: PopoverPopupProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the button closes by the button's own click.
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!next && (!onButton || event.type.startsWith('key'))) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={css.positioner}
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup className={css.popup} aria-label={label} finalFocus={anchor}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
