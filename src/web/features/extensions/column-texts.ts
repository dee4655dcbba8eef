// The texts of one extension's column: asked for in batches as rows come into sight, and remembered while the page is open.
// Invariant: a document is asked about once for each state it is in; one that is asked about has no text yet.
import type { ExtensionDocument } from '#extension';

export interface ColumnTexts {
  /** Asks for its text unless that is known or on its way. */
  readonly want: (document: ExtensionDocument) => void;
  /** Undefined until it is there. */
  readonly textOf: (document: ExtensionDocument) => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Nothing of it holds any more: the next look at a row asks again. */
  readonly forget: () => void;
}

const mostRows = 100;
const mostTexts = 5_000;
const mostText = 300;
/** Rows that come into sight within this time are asked about together. */
const gatherMs = 30;

/** @param ask answers one text for each document; when it fails, the extension's state says so */
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
