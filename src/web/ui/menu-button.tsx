// A button that opens a menu. The menu's code loads on hover, focus or press, so that a first screen full of "…" buttons costs
// nothing.
import { type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { AwaitedDialog } from './awaited-dialog.tsx';
import { Button, type ButtonStyle } from './button.tsx';
import type { IconNode } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import type { MenuEntries } from './menu-entries.ts';
import { preparedPart } from './prepared-part.ts';

export const MenuPopup = preparedPart(() => import('./menu-popup.tsx').then((module) => module.MenuPopup));

export interface MenuButtonProps extends ButtonStyle {
  /** The button's text; with `icon` and no `children`, its name and tooltip. Also names the menu. */
  readonly label: string;
  readonly icon?: IconNode;
  readonly children?: ReactNode;
  readonly entries: MenuEntries;
  readonly align?: 'start' | 'end';
  readonly disabled?: boolean;
  readonly className?: string;
  readonly tabIndex?: number;
}

export function MenuButton(props: MenuButtonProps) {
  const { label, icon, children, entries, align, className, ...appearance } = props;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [byKey, setByKey] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { prepare } = MenuPopup;
  const shared = {
    ...appearance,
    ref: button,
    className,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: (event: MouseEvent) => {
      setWanted(true);
      // A click by Enter, Space or assistive technology has `detail` 0.
      setByKey(event.detail === 0);
      setOpen(!open);
    },
  };
  return (
    <>
      {icon !== undefined && children === undefined ? (
        <IconButton {...shared} icon={icon} label={label} />
      ) : (
        <Button {...shared} icon={icon}>
          {children ?? label}
        </Button>
      )}
      {wanted ? (
        <Suspense fallback={open ? <AwaitedDialog onClose={() => setOpen(false)} /> : null}>
          <MenuPopup
            open={open}
            label={label}
            entries={entries}
            anchor={button}
            align={align}
            focusesFirst={byKey}
            finalFocus={() => button.current}
            onClose={(event) => {
              // The press that closes the menu may be on its own button, whose click would open it again.
              const onButton = event.target instanceof Node && button.current?.contains(event.target);
              if (!onButton || event.type.startsWith('key')) setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
