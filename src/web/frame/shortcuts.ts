// The one registry of keys: what is bound here works and is listed by "?". Bound by whoever is on screen; the latest
// binding of a key wins. Invariant: a plain letter or sign never fires while something is being typed or composed, and
// behind a modal dialog nothing hears a key.
import { useContext, useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { ModalDepth, topModalDepth } from '#web/ui/modal-depth.ts';
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

interface Binding extends Shortcut {
  /** Above which dialog it was bound; the page is 0. */
  readonly depth: number;
}

interface Registry {
  readonly bound: readonly Binding[];
  /** Single letters may be turned off (WCAG 2.1.4). */
  readonly plainKeys: boolean;
}

export const useShortcutRegistry = create<Registry>(() => ({ bound: [], plainKeys: true }));

export function setPlainKeys(on: boolean): void {
  useShortcutRegistry.setState({ plainKeys: on });
}

export function bindShortcut(shortcut: Shortcut, depth = 0): () => void {
  const binding = { ...shortcut, depth };
  useShortcutRegistry.setState(({ bound }) => ({ bound: [...bound, binding] }));
  return () =>
    useShortcutRegistry.setState(({ bound }) => ({ bound: bound.filter((one) => one !== binding) }));
}

function boundOnTop(): readonly Binding[] {
  const top = topModalDepth();
  return useShortcutRegistry.getState().bound.filter(({ depth }) => depth === top);
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
  const { plainKeys } = useShortcutRegistry.getState();
  return plainKeys
    ? boundOnTop().findLast(({ keys }) => isPlainKey(keys) && matchesKeys(keys, event))
    : undefined;
}

/** Runs the binding for a key press, if there is one. The page passes its keydown events here. */
export function runShortcut(event: KeyboardEvent): void {
  // 229 = the key belongs to an input method, which some browsers say in this way only.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
  const { plainKeys } = useShortcutRegistry.getState();
  // Inside a shadow tree (the query editor) the event's own target is only the host.
  const typing = isTyping(event.composedPath()[0] ?? event.target);
  const match = boundOnTop().findLast(({ keys, inFields }) => {
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
  const depth = useContext(ModalDepth);
  useEffect(() => {
    if (!when) return;
    return bindShortcut({ keys, label, group, inFields, run: (event) => latest(event) }, depth);
  }, [keys, label, group, inFields, depth, when]);
}
