// Types what was typed while a dialog was loading: into its first field, and after a Tab into the next one.
import { takeEarlyKeys } from './early-keys.ts';

/** If `control` takes no text, the keys are kept. */
export function typeEarlyKeys(control: Element | null | undefined): void {
  if (!takesText(control)) return;
  const texts = [''];
  for (const key of takeEarlyKeys()) {
    const last = texts.pop() ?? '';
    if (key === 'Tab') texts.push(last, '');
    else if (key === 'Backspace') texts.push([...last].slice(0, -1).join(''));
    // Keys with longer names (Enter, Escape) are not characters.
    else texts.push([...key].length === 1 ? last + key : last);
  }
  let field: Element | undefined = control;
  for (const [index, text] of texts.entries()) {
    if (index > 0) field = focusNext(field);
    if (text !== '' && takesText(field)) typeInto(field, text);
  }
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = field;
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Moves the focus like Tab; text typed for a control that takes none is dropped. */
function focusNext(field: Element | undefined): Element | undefined {
  const dialog = field?.closest('[role="dialog"], [role="alertdialog"]');
  const controls = dialog?.querySelectorAll<HTMLElement>('input, textarea, select, button, [tabindex="0"]');
  const stops = [...(controls ?? [])].filter(
    (one) => one === field || (one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility()),
  );
  const next = stops.find((_, index) => index > 0 && stops[index - 1] === field);
  next?.focus();
  return next;
}

function takesText(control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement {
  return (
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    !control.disabled &&
    !control.readOnly &&
    // Null for numbers, dates and checkboxes, which have no text cursor.
    control.selectionStart !== null
  );
}
