// Where each list was scrolled to, by the key of its place in the history: Back returns to the same row.
// Kept for the tab's life, so that a reload returns there too.

const storageKey = 'muniment.scroll';
const most = 60;

function read(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(kept)) return new Map();
    return new Map(
      kept.filter(
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
  const kept = memory();
  kept.delete(key);
  kept.set(key, offset);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...memory()]));
  } catch {
    // Storage may be refused; places are then remembered until the reload.
  }
});
