// Whether the browser is about to print this page; true before it lays the page out for printing.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), listening);
    addEventListener('afterprint', () => setPrinting(false), listening);
    return () => listening.abort();
  }, []);
  return printing;
}
