// The focus on a page of a document that has just opened. The link or row that led here is gone with its page; without this the
// focus would be lost, and Tab would start at the top of the app.
import { type RefObject, useEffect, useRef } from 'react';

/** Gives the title the focus when nothing has it. After a reload it stays at the top, as on any web page. */
export function useFocusedTitle<Title extends HTMLElement = HTMLHeadingElement>(): RefObject<Title | null> {
  const title = useRef<Title>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && navigator.userActivation.hasBeenActive) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}
