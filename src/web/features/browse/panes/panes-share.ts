/** The first pane's share of the width, 0 to 1. Kept in this browser. */
import { persisted } from '#web/frame/persisted.ts';

export const usePanesShare = persisted({ share: 0.5 }, { name: 'muniment.panes' });

export function setPanesShare(share: number): void {
  usePanesShare.setState({ share: Math.min(0.8, Math.max(0.2, share)) });
}
