// A panel at the inline end of the window, at the foot of a phone. With `modal={false}` the work behind it
// stays usable (the operations drawer acts on the selection). Its code is fetched when first opened.
import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog.tsx';

export interface SheetProps extends DialogProps {
  readonly modal?: boolean;
}

const DialogPopup = lazy(() =>
  import('./dialog-popup.tsx').then((module) => ({ default: module.DialogPopup })),
);

export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <DialogPopup {...props} place="end" />
    </Suspense>
  ) : null;
}
