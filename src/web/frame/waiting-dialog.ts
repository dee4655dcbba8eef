// Whether the list of waiting changes is open, or asks what to do with them before the user signs out. Opened by bands and pages
// that show such changes.
import { create } from 'zustand';

interface WaitingDialogState {
  readonly open: boolean;
  /** Continues with signing out. */
  readonly leave: (() => void) | null;
}

export const useWaitingDialog = create<WaitingDialogState>(() => ({ open: false, leave: null }));

export function openWaiting(): void {
  useWaitingDialog.setState({ open: true });
}

export function closeWaiting(): void {
  useWaitingDialog.setState({ open: false });
}

/** Asks what to do with waiting changes; `leave` is called when the user may go. */
export function askAboutWaiting(leave: () => void): void {
  useWaitingDialog.setState({ leave });
}

export function forgetQuestion(): void {
  useWaitingDialog.setState({ leave: null });
}
