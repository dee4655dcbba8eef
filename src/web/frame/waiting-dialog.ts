// Whether the list of waiting changes stands open, or asks what becomes of them before somebody leaves. Opened by bands
// and pages that show such changes.
import { create } from 'zustand';

interface WaitingDialogState {
  readonly open: boolean;
  /** Goes on with leaving. */
  readonly leave: (() => void) | null;
}

export const useWaitingDialog = create<WaitingDialogState>(() => ({ open: false, leave: null }));

export function openWaiting(): void {
  useWaitingDialog.setState({ open: true });
}

export function closeWaiting(): void {
  useWaitingDialog.setState({ open: false });
}

/** Asks first; `leave` is called when they may go. */
export function askAboutWaiting(leave: () => void): void {
  useWaitingDialog.setState({ leave });
}

export function forgetQuestion(): void {
  useWaitingDialog.setState({ leave: null });
}
