// Keys pressed while a dialog is on its way. They wait here until its first field has the focus (use-focus-inside.ts).
// Invariant: what no field has taken is forgotten with the dialog.

let keys: readonly string[] = [];

export function noteEarlyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (!ctrlKey && !metaKey && !altKey) keys = [...keys, key];
}

/** They are nobody else's afterwards. */
export function takeEarlyKeys(): readonly string[] {
  const taken = keys;
  keys = [];
  return taken;
}
