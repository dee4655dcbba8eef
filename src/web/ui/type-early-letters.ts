// Types what was typed while a dialog was on its way into its first field, as if it came now.
import { takeEarlyLetters } from './early-letters.ts';

/** A field without text leaves the letters where they are. */
export function typeEarlyLetters(control: Element | null | undefined): void {
  if (!takesText(control)) return;
  const text = takeEarlyLetters();
  if (text === '') return;
  const { selectionStart, selectionEnd } = control;
  control.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end');
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

function takesText(control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement {
  return (
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    !control.disabled &&
    !control.readOnly &&
    // Numbers, dates and boxes have no place for a cursor.
    control.selectionStart !== null
  );
}
