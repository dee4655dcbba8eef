/** What was selected and where the cursor stood, by place in the history: Back returns to the same row. */
import { emptySelection, type Selection } from '#web/ui/selection.ts';

const kept = new Map<string, Selection>();
const most = 60;

export function selectionAt(key: string): Selection | undefined {
  return kept.get(key);
}

export function rememberSelection(key: string, selection: Selection): void {
  kept.delete(key);
  if (selection === emptySelection) return;
  kept.set(key, selection);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
