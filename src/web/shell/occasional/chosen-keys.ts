/** Which keys people may choose for commands, how a press is written, and what has it already. Pure. */
import { type KeyPress, type OwnKeys, onMac, shownCombination } from '#web/ui/shortcut-keys.ts';

const trash = onMac() ? 'Backspace' : 'Delete';

/** Every key of a command that may get another one, and the name of what it does in the texts (`commands.…`). */
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

/** Modifiers, and keys that are only half of a character. */
const held: ReadonlySet<string> = new Set(
  'Control Shift Alt Meta AltGraph CapsLock NumLock Dead Process Unidentified Compose Fn'.split(' '),
);

/** With these one moves, chooses, renames, goes on and gives up, everywhere. */
const fixed: ReadonlySet<string> = new Set(
  'Tab Escape Enter space ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown ContextMenu F2 F6'.split(
    ' ',
  ),
);

/** Help, search, reload, caret, menu, whole screen, tools, and the menus of browsers by their first letters. */
const ofBrowsers =
  /^(?:(?:shift\+|alt\+)*F(?:1|3|4|5|7|10|11|12)|alt\+(?:shift\+)?[ABDEFHISTV0-9]|BrowserBack|BrowserForward)$/;

/** How a press is written; undefined until it is a whole one. */
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

/** Nobody's own: moving about, and what browsers and fields answer. With Ctrl or Cmd only what commands have at first. */
export function mayBeChosen(keys: string): boolean {
  if (choosable.has(keys)) return true;
  const key = keys.endsWith('+') ? '+' : (keys.split('+').at(-1) ?? '');
  return !(fixed.has(key) || keys.startsWith('mod+') || ofBrowsers.test(keys));
}

/** What answers these keys already, beside the command itself. */
export function commandWith<Listed extends { readonly keys: string }>(
  chosen: string,
  of: string,
  listed: readonly Listed[],
  ownKeys: OwnKeys,
): Listed | undefined {
  const written = (keys: string) => shownCombination(keys, (key) => key);
  return listed.find(({ keys }) => keys !== of && written(ownKeys[keys] ?? keys) === written(chosen));
}
