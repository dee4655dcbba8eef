// The one registry of keys: what is bound here works and is listed by "?". Bound by whoever is on screen; the latest
// binding of a key wins. Invariant: a plain letter or sign never fires while something is being typed or composed.
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { isPlainKey, matchesKeys } from '#web/ui/shortcut-keys.ts';

export interface Shortcut {
  /** "mod+K", "shift+F6", "?", "T". */
  readonly keys: string;
  /** What it does, in the reader's language. */
  readonly label: string;
  /** Under which heading "?" lists it. */
  readonly group: string;
  /** Works inside fields too. Combinations with Ctrl/Cmd always do unless this is false. */
  readonly inFields?: boolean;
  /** Return false to let the key pass on. */
  readonly run: (event: KeyboardEvent) => unknown;
}

interface Registry {
  readonly bound: readonly Shortcut[];
  /** Single letters may be turned off (WCAG 2.1.4). */
  readonly plainKeys: boolean;
}

export const useShortcutRegistry = create<Registry>(() => ({ bound: [], plainKeys: true }));

export function setPlainKeys(on: boolean): void {
  useShortcutRegistry.setState({ plainKeys: on });
}

export function bindShortcut(shortcut: Shortcut): () => void {
  useShortcutRegistry.setState(({ bound }) => ({ bound: [...bound, shortcut] }));
  return () =>
    useShortcutRegistry.setState(({ bound }) => ({ bound: bound.filter((one) => one !== shortcut) }));
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('textarea, select, [role="textbox"]') !== null) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  );
}

/** What a letter or sign without Ctrl, Cmd or Alt is bound to now. */
export function plainShortcut(event: KeyboardEvent): Shortcut | undefined {
  const { bound, plainKeys } = useShortcutRegistry.getState();
  return plainKeys ? bound.findLast(({ keys }) => isPlainKey(keys) && matchesKeys(keys, event)) : undefined;
}

/** Runs the binding for a key press, if there is one. The page passes its keydown events here. */
export function runShortcut(event: KeyboardEvent): void {
  // 229 = the key belongs to an input method, which some browsers say in this way only.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  const { bound, plainKeys } = useShortcutRegistry.getState();
  // Inside a shadow tree (the query editor) the event's own target is only the host.
  const typing = isTyping(event.composedPath()[0] ?? event.target);
  const match = bound.findLast(({ keys, inFields }) => {
    if (!matchesKeys(keys, event)) return false;
    if (isPlainKey(keys)) return plainKeys && !typing;
    return !typing || (inFields ?? keys.startsWith('mod+'));
  });
  if (match !== undefined && match.run(event) !== false) event.preventDefault();
}

/** Mounted once: the page's keys go through the registry. */
export function useShortcutListener(): void {
  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
}

/** Binds a key for as long as the component is on screen. `when` false = not now. */
export function useShortcut({ keys, label, group, inFields, run }: Shortcut, when = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!when) return;
    return bindShortcut({ keys, label, group, inFields, run: (event) => latest(event) });
  }, [keys, label, group, inFields, when]);
}
