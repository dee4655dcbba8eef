// A modal dialog: one question or one small form. Its code loads when first opened. Invariant: the focus goes in when it opens,
// whether its code has loaded or not, and returns when it closes.
import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import { AwaitedDialog } from './awaited-dialog.tsx';
import { preparedPart } from './prepared-part.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Esc, on a press outside, or by the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode;
  readonly size?: 'small' | 'normal' | 'large' | 'full';
  /** If set, the content is a form: Enter and the `type="submit"` button in the footer call this. */
  readonly onSubmit?: () => void;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus when the dialog closes, if it is on the page; otherwise the element that had the focus before. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
  /** A press outside does not close it, since typed text would be lost. Esc and the button still do. */
  readonly guarded?: boolean;
}

export const DialogPopup = preparedPart(() =>
  import('./dialog-popup.tsx').then((module) => module.DialogPopup),
);

export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={props.open ? <AwaitedDialog onClose={props.onClose} /> : null}>
      <DialogPopup {...props} />
    </Suspense>
  ) : null;
}
