// Keys pressed while a dialog loads. They wait here until its first field has the focus (use-focus-inside.ts). Invariant: keys
// that no field took are dropped with the dialog.

let keys: readonly string[] = [];

export function noteEarlyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (!ctrlKey && !metaKey && !altKey) keys = [...keys, key];
}

/** Returns the keys and removes them. */
export function takeEarlyKeys(): readonly string[] {
  const taken = keys;
  keys = [];
  return taken;
}
