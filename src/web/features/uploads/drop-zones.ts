/**
 * Files dragged over a document's page: which part of the page they are over, and drops on it. Preventing the browser from
 * opening the files is up to window-transfers.ts.
 */
import { useEffect, useEffectEvent, useState } from 'react';

/** The closest element with `data-drop`, whose value says what a drop on it does, or the whole page. */
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
