// Letters typed while a dialog is on its way. They wait here until its first field has the focus (use-focus-inside.ts).
// Invariant: what no field has taken is forgotten with the dialog.

let letters = '';

export function noteEarlyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Backspace') letters = [...letters].slice(0, -1).join('');
  // Names of other keys are longer.
  else if ([...key].length === 1) letters += key;
}

/** They are nobody else's afterwards. */
export function takeEarlyLetters(): string {
  const taken = letters;
  letters = '';
  return taken;
}
