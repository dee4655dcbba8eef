/**
 * Files dragged over the window and dropped: handled before the uploads are loaded, since the browser would open the files.
 */
import { useEffect, useEffectEvent, useState } from 'react';

/** True while files are over the window. Rows and tree items that take the drop stop the event before it gets here. */
export function useWindowDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    let depth = 0;
    const carries = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!carries(event)) return;
      depth += 1;
    };
    const leave = (event: DragEvent) => {
      if (!carries(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // A row or tree item that would take the files shows that itself, and stops the event as it bubbles.
    let isOurs = false;
    const approach = (event: DragEvent) => {
      if (!carries(event)) return;
      isOurs = false;
      requestAnimationFrame(() => setOver(depth > 0 && isOurs));
    };
    const move = (event: DragEvent) => {
      if (!carries(event) || event.defaultPrevented) return;
      isOurs = true;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      // A row has taken the drop; the browser must not open the file either way.
      const taken = event.defaultPrevented;
      event.preventDefault();
      if (!taken && event.dataTransfer !== null) take(event.dataTransfer);
    };
    const ended = () => {
      depth = 0;
      setOver(false);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', approach, { signal, capture: true });
    addEventListener('dragover', move, { signal });
    addEventListener('drop', drop, { signal });
    // Capture, so that it runs before the event is stopped.
    addEventListener('drop', ended, { signal, capture: true });
    return () => stop.abort();
  }, []);
  return over;
}
