/**
 * Files over a document's page: which part of it they are held over, and what is dropped there. The window itself
 * (window-transfers.ts) has kept the browser from opening them.
 */
import { useEffect, useEffectEvent, useState } from 'react';

/** The closest part of the page that says what a drop on it is for, or all of the page. */
export function useDropZones(onDrop: (transfer: DataTransfer, zone: Element) => void): Element {
  const [zone, setZone] = useState<Element>(document.documentElement);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragover', (event) => setZone(zoneOf(event)), { signal, capture: true });
    addEventListener(
      'drop',
      (event) => {
        const { dataTransfer } = event;
        if (dataTransfer?.types.includes('Files') === true) take(dataTransfer, zoneOf(event));
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return zone;
}

function zoneOf({ target }: Event): Element {
  const zone = target instanceof Element ? target.closest('[data-drop]') : null;
  return zone ?? document.documentElement;
}
