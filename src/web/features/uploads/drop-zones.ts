/** Files over a document's page: which part of it they are held over, and what is dropped there. */
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Files over the window, and what they are over: the closest part of the page that says what a drop on it is for, or
 * all of it. Rows and tree items that take the drop themselves stop the event before it comes here.
 */
export function useDropZones(onDrop: (transfer: DataTransfer, over: Element) => void): Element | null {
  const [over, setOver] = useState<Element | null>(null);
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
      if (depth === 0) setOver(null);
    };
    // A folder that would take the files says so itself, and stops the event on its way up.
    let isOurs = false;
    const approach = (event: DragEvent) => {
      if (!carries(event)) return;
      isOurs = false;
      const zone = zoneOf(event);
      requestAnimationFrame(() => setOver(depth > 0 && isOurs ? zone : null));
    };
    const move = (event: DragEvent) => {
      if (!carries(event) || event.defaultPrevented) return;
      isOurs = true;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      // Taken by a row already; the page must not open the file either way.
      const taken = event.defaultPrevented;
      event.preventDefault();
      if (!taken && event.dataTransfer !== null) take(event.dataTransfer, zoneOf(event));
    };
    const ended = () => {
      depth = 0;
      setOver(null);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', approach, { signal, capture: true });
    addEventListener('dragover', move, { signal });
    addEventListener('drop', drop, { signal });
    // Before anybody stops the event.
    addEventListener('drop', ended, { signal, capture: true });
    return () => stop.abort();
  }, []);
  return over;
}

function zoneOf({ target }: Event): Element {
  const zone = target instanceof Element ? target.closest('[data-drop]') : null;
  return zone ?? document.documentElement;
}
