/** Uploads files that are pasted anywhere but in a text field. */
import { useEffect, useEffectEvent } from 'react';

/** Screenshots and copied files; text fields keep their own paste. */
export function useFilePaste(onPaste: (transfer: DataTransfer) => void): void {
  const take = useEffectEvent(onPaste);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      const inField =
        event.target instanceof Element &&
        event.target.closest('input, textarea, [contenteditable]') !== null;
      if (clipboardData === null || !clipboardData.types.includes('Files') || inField) return;
      event.preventDefault();
      take(clipboardData);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
