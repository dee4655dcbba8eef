// Whether the operations drawer is open beside the work, and on which operation. Opened by parts that have a selection.
import { create } from 'zustand';

interface OperationsDrawerState {
  readonly open: boolean;
  readonly chosen: string | undefined;
}

export const useOperationsDrawer = create<OperationsDrawerState>(() => ({ open: false, chosen: undefined }));

export function openOperations(chosen?: string): void {
  useOperationsDrawer.setState({ open: true, chosen });
}

export function closeOperations(): void {
  useOperationsDrawer.setState({ open: false });
}
