// Keys as this keyboard writes them: "mod+shift+K" is ⇧⌘K on a Mac and Ctrl+Shift+K elsewhere.

import css from './kbd.module.css';
import { shownKeys } from './shortcut-keys.ts';

export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <kbd className={css.kbd} dir="ltr">
      {shownKeys(keys)}
    </kbd>
  );
}
