// A second click after a pause is a wish of its own (rename); a quick one is a double click and cancels it.
import { useEffect, useMemo } from 'react';

const pauseMs = 500;

export function useSlowClick(): { readonly start: (run: () => void) => void; readonly cancel: () => void } {
  const clicks = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => clearTimeout(timer);
    return {
      cancel,
      start(run: () => void) {
        cancel();
        timer = setTimeout(run, pauseMs);
      },
    };
  }, []);
  useEffect(() => clicks.cancel, [clicks]);
  return clicks;
}
