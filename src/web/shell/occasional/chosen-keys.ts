/** Which keys people may choose for commands, how they are written, and which command has them already. Pure. */
import { type KeyPress, type OwnKeys, onMac, shownCombination } from '#web/ui/shortcut-keys.ts';

const trash = onMac() ? 'Backspace' : 'Delete';

/** The default keys of every command whose keys can be changed, and its name in the texts (`commands.…`). */
export const choosableKeys = [
  ['M', 'move'],
  ['shift+M', 'moveAcross'],
  ['shift+C', 'copyAcross'],
  ['T', 'tag'],
  ['L', 'lock'],
  ['W', 'workflow'],
  ['O', 'operation'],
  [trash, 'trash'],
  [`shift+${trash}`, 'delete'],
  ['N', 'new'],
  ['J', 'next'],
  ['K', 'previous'],
  ['P', 'before'],
  ['shift+P', 'panes'],
  ['+', 'zoomIn'],
  ['-', 'zoomOut'],
  ['U', 'upload'],
  ['mod+S', 'save'],
  ['mod+K', 'palette'],
  ['/', 'search'],
  ['?', 'sheet'],
  ['[', 'navigation'],
  [']', 'details'],
] as const;

const choosable: ReadonlySet<string> = new Set(choosableKeys.map(([keys]) => keys));

export function isChoosable(keys: string): boolean {
  return choosable.has(keys);
}

/** Modifiers, and keys that only begin a character. */
const held: ReadonlySet<string> = new Set(
  'Control Shift Alt Meta AltGraph CapsLock NumLock Dead Process Unidentified Compose Fn'.split(' '),
);

/** Keys that move, choose, rename, continue and cancel everywhere. */
const fixed: ReadonlySet<string> = new Set(
  'Tab Escape Enter space ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown ContextMenu F2 F6'.split(
    ' ',
  ),
);

/** Browsers' keys for help, search, reload, caret, menu, full screen, developer tools, and their menus by first letter. */
const ofBrowsers =
  /^(?:(?:shift\+|alt\+)*F(?:1|3|4|5|7|10|11|12)|alt\+(?:shift\+)?[ABDEFHISTV0-9]|BrowserBack|BrowserForward)$/;

/** The text for a key press; undefined while only modifiers are pressed. */
export function writtenKeys(press: KeyPress, mac: boolean = onMac()): string | undefined {
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other || held.has(press.key)) return undefined;
  const upper = press.key.toUpperCase();
  const isOne = [...press.key].length === 1 && press.key !== ' ';
  const isSign = isOne && !/[\p{L}\p{N}]/u.test(press.key);
  const key = press.key === ' ' ? 'space' : isOne && upper.length === press.key.length ? upper : press.key;
  return [mod && 'mod', press.altKey && 'alt', press.shiftKey && !isSign && 'shift', key]
    .filter((part) => part !== false)
    .join('+');
}

/**
 * Whether a person may choose these keys: not keys for moving, nor those of browsers and fields. With Ctrl or Cmd only the
 * default keys of commands.
 */
export function mayBeChosen(keys: string): boolean {
  if (choosable.has(keys)) return true;
  const key = keys.endsWith('+') ? '+' : (keys.split('+').at(-1) ?? '');
  return !(fixed.has(key) || keys.startsWith('mod+') || ofBrowsers.test(keys));
}

/** Another command that has these keys already. */
export function commandWith<Listed extends { readonly keys: string }>(
  chosen: string,
  of: string,
  listed: readonly Listed[],
  ownKeys: OwnKeys,
): Listed | undefined {
  const written = (keys: string) => shownCombination(keys, (key) => key);
  return listed.find(({ keys }) => keys !== of && written(ownKeys[keys] ?? keys) === written(chosen));
}
