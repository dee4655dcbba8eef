/**
 * Which frames were being shown when a page came to its end. In a browser that gives frames no process of their own, a
 * loop without end stops the whole tab; loaded again, the tab must not run into the same loop at once.
 */
const prefix = 'muniment.extension-shows:';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface UnfinishedShows {
  /** Before a frame is shown. Answers how to say that it has answered, or is gone. */
  readonly begin: (name: string) => () => void;
  /** Whether an earlier page ended while this was shown. It is asked once: whoever tries again does so knowingly. */
  readonly wasCutShort: (name: string) => boolean;
}

/** @param pageBegan in ms since 1970: what is noted before is another page's */
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

/** Storage may be refused; then nothing is noted. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
