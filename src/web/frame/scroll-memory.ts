// The scroll position of each list, by its key in the history: Back returns to the same row. Kept in the tab's storage, so that a
// reload returns there too.

const storageKey = 'muniment.scroll';
const most = 60;

function read(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return new Map();
    return new Map(
      stored.filter(
        (pair): pair is [string, number] =>
          Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number',
      ),
    );
  } catch {
    return new Map();
  }
}

let offsets: Map<string, number> | undefined;

function memory(): Map<string, number> {
  offsets ??= read();
  return offsets;
}

export function offsetAt(key: string): number | undefined {
  return memory().get(key);
}

export function rememberOffset(key: string, offset: number): void {
  const positions = memory();
  positions.delete(key);
  positions.set(key, offset);
  const [oldest] = positions.keys();
  if (positions.size > most && oldest !== undefined) positions.delete(oldest);
}

/** Writes the first visible row into the address, so that a copied address leads there too. Redraws nothing. */
export function writeFirstRow(row: number): void {
  const [, before = '', path = '', search = ''] = /^(.*?#(?=\/))?([^?]*)(.*)$/.exec(location.href) ?? [];
  const query = new URLSearchParams(search);
  if (row > 0) query.set('at', String(row));
  else query.delete('at');
  const next = `${before}${path}${query.size === 0 ? '' : `?${query}`}`;
  if (next !== location.href) history.replaceState(history.state, '', next);
}

export function firstRowIn(search: string): number {
  return Number(/[?&]at=(\d{1,7})(?=&|$)/.exec(search)?.[1] ?? 0);
}

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...memory()]));
  } catch {
    // If storage is refused, positions last until the reload.
  }
});
