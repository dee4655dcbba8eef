// How a shortcut is written ("mod+shift+K", "F2", "?"), shown, and matched against a key press. "mod" is Cmd on a Mac and Ctrl
// elsewhere. Invariant: wherever a shortcut is matched or shown, the user's own keys replace it.

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

interface Combination {
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly key: string;
}

/** The user's own keys, by the keys written in the code. */
export type OwnKeys = Readonly<Record<string, string>>;

let ownKeys: OwnKeys = {};

export function setOwnKeys(keys: OwnKeys): void {
  ownKeys = keys;
}

export function parseKeys(written: string): Combination {
  return parseCombination(ownKeys[written] ?? written);
}

function parseCombination(keys: string): Combination {
  // "+" itself may be the key: "+" or "mod++".
  const parts =
    keys === '+' || keys.endsWith('++') ? [...keys.slice(0, -2).split('+'), '+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()));
  return { mod: held.has('mod'), shift: held.has('shift'), alt: held.has('alt'), key: named(key) };
}

function named(key: string): string {
  const lower = key.toLowerCase();
  return lower === 'space' ? ' ' : lower;
}

export function onMac(platform: string = globalThis.navigator?.platform ?? ''): boolean {
  return /^(mac|iphone|ipad)/i.test(platform);
}

/** Whether a key press is exactly this combination. A sign such as "?" may need Shift, so Shift is ignored for signs. */
export function matchesKeys(keys: string, press: KeyPress, mac: boolean = onMac()): boolean {
  const wanted = parseKeys(keys);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other || mod !== wanted.mod || press.altKey !== wanted.alt) return false;
  if (press.key.toLowerCase() !== wanted.key) return false;
  const isSign = wanted.key.length === 1 && wanted.key !== ' ' && !/[\p{L}\p{N}]/u.test(wanted.key);
  return isSign || press.shiftKey === wanted.shift;
}

/** A letter or sign without Ctrl, Cmd or Alt: what typing in a field produces. */
export function isPlainKey(keys: string): boolean {
  const { mod, alt, key } = parseKeys(keys);
  return !mod && !alt && [...key].length === 1;
}

const signs: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
};

/** Keys with different names on the keyboards of other languages. */
const namedKeys = [
  'ctrl',
  'shift',
  'space',
  'delete',
  'escape',
  'backspace',
  'home',
  'end',
  'pageup',
  'pagedown',
];

export type NameOfKey = (key: string) => string;

/** @param nameOf the name of a key on keyboards of the reader's language */
export function shownKeys(keys: string, nameOf: NameOfKey, mac: boolean = onMac()): string {
  return shownCombination(ownKeys[keys] ?? keys, nameOf, mac);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** These keys as text, ignoring the user's own keys. */
export function shownCombination(keys: string, nameOf: NameOfKey, mac: boolean = onMac()): string {
  const { mod, shift, alt, key } = parseCombination(keys);
  const name = key === ' ' ? 'space' : key;
  const plain = capital(key);
  const shown = namedKeys.includes(name) ? nameOf(name) : (signs[key] ?? plain);
  if (mac) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${shown}`;
  return [mod && nameOf('ctrl'), alt && 'Alt', shift && nameOf('shift'), shown]
    .filter((part) => part !== false)
    .join('+');
}

/** For `aria-keyshortcuts`, which takes the names of keys as `KeyboardEvent.key` has them: "F2", "ArrowUp". */
export function ariaKeys(keys: string, mac: boolean = onMac()): string {
  const { mod, shift, alt, key } = parseKeys(keys);
  const name =
    key === ' '
      ? 'Space'
      : key.replace(/^(arrow|page|)(.)/, (_, first, next) => capital(first) + capital(next));
  return [mod && (mac ? 'Meta' : 'Control'), alt && 'Alt', shift && 'Shift', name]
    .filter((part) => part !== false)
    .join('+');
}
