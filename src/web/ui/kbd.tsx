// Keys as on the user's keyboard: "mod+shift+K" is ⇧⌘K on a Mac and Ctrl+Shift+K elsewhere.

import css from './kbd.module.css';
import { shownKeys } from './shortcut-keys.ts';
import { useKeyNames } from './use-key-names.ts';

export function Kbd({ keys }: { readonly keys: string }) {
  const nameOf = useKeyNames();
  return (
    <kbd className={css.kbd} dir="ltr">
      {shownKeys(keys, nameOf)}
    </kbd>
  );
}
