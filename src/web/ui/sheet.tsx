// A panel at the inline end of the window, on a phone at its foot. With `modal={false}` the page behind stays usable (the
// operations drawer acts on the selection). Its code loads when first opened.
import { Suspense, useState } from 'react';
import { AwaitedDialog } from './awaited-dialog.tsx';
import { DialogPopup, type DialogProps } from './dialog.tsx';

export interface SheetProps extends DialogProps {
  readonly modal?: boolean;
}

export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  const awaited = props.open && props.modal !== false ? <AwaitedDialog onClose={props.onClose} /> : null;
  return wanted ? (
    <Suspense fallback={awaited}>
      <DialogPopup {...props} position="end" />
    </Suspense>
  ) : null;
}
