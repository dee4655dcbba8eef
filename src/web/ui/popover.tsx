// A small non-modal box beside a button: filters, a date range, a person's card. Fetched when first opened.
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import type { LucideIcon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface PopoverProps extends ButtonLook {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The button's content; without it the button is the icon alone. */
  readonly trigger?: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

const PopoverPopup = lazy(() =>
  import('./popover-popup.tsx').then((module) => ({ default: module.PopoverPopup })),
);

export function Popover({ label, icon, trigger, align, children, look, size }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shared = {
    look,
    size,
    ref: button,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open,
    onClick: () => {
      setWanted(true);
      setOpen(!open);
    },
  };
  const close = () => setOpen(false);
  return (
    <>
      {icon !== undefined && trigger === undefined ? (
        <IconButton {...shared} icon={icon} label={label} />
      ) : (
        <Button {...shared} icon={icon}>
          {trigger ?? label}
        </Button>
      )}
      {wanted ? (
        <Suspense>
          <PopoverPopup open={open} onClose={close} label={label} anchor={button} align={align}>
            {typeof children === 'function' ? children(close) : children}
          </PopoverPopup>
        </Suspense>
      ) : null}
    </>
  );
}
