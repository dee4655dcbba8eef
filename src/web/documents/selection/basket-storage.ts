/**
 * Stores the selection over a reload of its tab: ids and names of at most a few thousand documents. Invariant: it is restored
 * only for the person who selected them.
 */
import { runningApi } from '#web/api/start.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { StoredDocument } from '../stored-document.ts';
import type { Basket, KnownDocument } from './selection-store.ts';

const storageKey = 'muniment.selection';
/** A tab may store a few megabytes. */
const most = 2_000;

function whose(): string | null {
  const state = runningApi().session.getState();
  return state.status === 'signed-out' ? null : state.username;
}

export function readBasket(): Basket {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (!isJsonObject(stored) || stored.of !== whose() || !Array.isArray(stored.documents)) return new Map();
    return new Map(
      stored.documents.flatMap((one): (readonly [string, KnownDocument])[] =>
        isStored(one) ? [[one.uid, { document: one, members: '' }]] : [],
      ),
    );
  } catch {
    return new Map();
  }
}

export function writeBasketOnLeaving(basket: () => Basket): void {
  globalThis.addEventListener?.('pagehide', () => {
    try {
      const documents = [...basket().values()].slice(0, most).map(({ document }) => inSmall(document));
      const of = whose();
      if (of === null || documents.length === 0) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify({ of, documents }));
    } catch {
      // Storage may be refused; the selection is then lost with the page.
    }
  });
}

/** Without properties and enriched data, which are requested where they are shown. */
function inSmall({ properties: _values, contextParameters: _context, ...document }: StoredDocument) {
  return document;
}

function isStored(value: unknown): value is StoredDocument {
  return (
    isJsonObject(value) &&
    isString(value.uid) &&
    isString(value.path) &&
    isString(value.title) &&
    isString(value.type) &&
    Array.isArray(value.facets)
  );
}
