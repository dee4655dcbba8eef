/** How much of the width the first pane has. Kept in this browser. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const usePanesShare = create<{ readonly share: number }>()(
  persist(() => ({ share: 0.5 }), { name: 'muniment.panes' }),
);

export function setPanesShare(share: number): void {
  usePanesShare.setState({ share: Math.min(0.8, Math.max(0.2, share)) });
}
