/** What keys do to a name whose first part is selected, before the field has loaded. */

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export interface TypedKeys {
  readonly text: string;
  /** The selection, or the position of the caret if both are equal. */
  readonly from: number;
  readonly to: number;
  /** The key that ended the editing. */
  readonly end?: 'Enter' | 'Escape';
}

export function typedKeys(name: string, selected: number, keys: readonly PressedKey[]): TypedKeys {
  let typed: TypedKeys = { text: name, from: 0, to: selected };
  for (const pressed of keys) {
    const { key } = pressed;
    if (key === 'Enter' || key === 'Escape') return { ...typed, end: key };
    typed = after(typed, pressed);
  }
  return typed;
}

function after(typed: TypedKeys, { key, ctrlKey, metaKey }: PressedKey): TypedKeys {
  const { text, from, to } = typed;
  const replaced = (start: number, letters: string): TypedKeys => {
    const caret = start + letters.length;
    return { text: text.slice(0, start) + letters + text.slice(to), from: caret, to: caret };
  };
  if (ctrlKey || metaKey) return key === 'a' ? { text, from: 0, to: text.length } : typed;
  // Keys with longer names (Enter, Escape) are not characters.
  if ([...key].length === 1) return replaced(from, key);
  if (key === 'Backspace') {
    const before = [...text.slice(0, from)].at(-1) ?? '';
    return replaced(from === to ? from - before.length : from, '');
  }
  const caret = { ArrowLeft: from, ArrowRight: to, Home: 0, End: text.length }[key];
  return caret === undefined ? typed : { text, from: caret, to: caret };
}
