/**
 * Records which extension frames were visible when a page ended. In browsers that do not run frames in a process of their
 * own, an endless loop hangs the whole tab; after a reload the tab must not run into the same loop at once.
 */
const prefix = 'muniment.extension-shows:';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface UnfinishedShows {
  /** To be called before a frame is shown. Returns a function to call when it has answered or is removed. */
  readonly begin: (name: string) => () => void;
  /** True if an earlier page ended while this was shown. True only once, so that a person can choose to try again. */
  readonly wasCutShort: (name: string) => boolean;
}

/** @param pageBegan in ms since 1970: earlier records are another page's */
export function createUnfinishedShows(
  storage: TextStorage,
  pageBegan: number,
  now = Date.now,
): UnfinishedShows {
  return {
    begin: (name) => {
      attempt(() => storage.setItem(prefix + name, String(now())));
      return () => attempt(() => storage.removeItem(prefix + name));
    },
    wasCutShort: (name) => {
      const noted = attempt(() => storage.getItem(prefix + name)) ?? null;
      if (noted === null || Number(noted) >= pageBegan) return false;
      attempt(() => storage.removeItem(prefix + name));
      return true;
    },
  };
}

/** Storage may be refused; then nothing is recorded. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
