// The texts of one extension's column: requested in batches as rows become visible, and kept while the page is open.
// Invariant: each state of a document is requested once; its text is unknown until the answer arrives.
import type { ExtensionDocument } from '#extension';

export interface ColumnTexts {
  /** Requests its text, unless it is known or was requested. */
  readonly want: (document: ExtensionDocument) => void;
  /** Undefined until it has arrived. */
  readonly textOf: (document: ExtensionDocument) => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Forgets all texts: visible rows request them again. */
  readonly forget: () => void;
}

const mostRows = 100;
const mostTexts = 5_000;
const mostText = 300;
/** Rows that become visible within this time are in one request. */
const gatherMs = 30;

/** @param ask resolves to one text for each document; if it fails, the extension's state shows the error */
export function createColumnTexts(
  ask: (documents: readonly ExtensionDocument[]) => Promise<unknown>,
): ColumnTexts {
  const texts = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  let gathered: ExtensionDocument[] = [];

  const send = (): void => {
    const batch = gathered.slice(0, mostRows);
    gathered = gathered.slice(mostRows);
    if (gathered.length > 0) setTimeout(send, 0);
    ask(batch).then(
      (answer) => {
        const list: readonly unknown[] = Array.isArray(answer) ? answer : [];
        for (const [index, document] of batch.entries()) {
          const text = list[index];
          texts.set(stateOf(document), typeof text === 'string' ? text.slice(0, mostText) : '');
        }
        for (const listener of listeners) listener();
      },
      () => {
        for (const document of batch) texts.delete(stateOf(document));
      },
    );
  };

  return {
    want: (document) => {
      const state = stateOf(document);
      if (texts.has(state)) return;
      if (texts.size >= mostTexts) texts.clear();
      texts.set(state, null);
      if (gathered.length === 0) setTimeout(send, gatherMs);
      gathered.push(document);
    },
    textOf: (document) => texts.get(stateOf(document)) ?? undefined,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget: () => {
      texts.clear();
      for (const listener of listeners) listener();
    },
  };
}

function stateOf(document: ExtensionDocument): string {
  return JSON.stringify(document);
}
