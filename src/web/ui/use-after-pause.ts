// Runs something after a pause, unless cancelled: a click on a selected name that no second click follows, a letter that begins
// no word.
import { useEffect, useMemo } from 'react';

export interface AfterPause {
  /** Replaces what waits already. */
  readonly start: (run: () => void) => void;
  readonly cancel: () => void;
}

export function useAfterPause(pauseMs: number): AfterPause {
  const pause = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => clearTimeout(timer);
    return {
      cancel,
      start(run: () => void) {
        cancel();
        timer = setTimeout(run, pauseMs);
      },
    };
  }, [pauseMs]);
  useEffect(() => pause.cancel, [pause]);
  return pause;
}
