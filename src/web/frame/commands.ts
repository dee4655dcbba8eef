// The one registry of commands: a bound command is in the palette, runs by its key, and is listed by "?". The parts on screen
// bind them; the latest binding of a key wins. Invariant: a key without Ctrl, Cmd or Alt never fires while something is being
// typed or composed, nor behind a modal dialog.
import { useContext, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { IconNode } from '#web/ui/icon.tsx';
import { useMissingPart } from '#web/ui/lazy-part.ts';
import { ModalDepth, topModalDepth } from '#web/ui/modal-depth.ts';
import { isPlainKey, matchesKeys } from '#web/ui/shortcut-keys.ts';
import { usePageActive } from './page-pane.ts';
import { addToast } from './toasts.ts';

export interface Command {
  readonly id: string;
  /** Its name in the reader's language. */
  readonly label: string;
  /** The heading under which "?" and the palette list it. */
  readonly group: string;
  readonly icon?: IconNode;
  /** "mod+K", "shift+F6", "?", "T". */
  readonly keys?: string;
  /** Works inside fields too. Combinations with Ctrl/Cmd always do unless this is false. */
  readonly inFields?: boolean;
  /** The page handles these keys itself, for the row that has the focus: here they are only listed. */
  readonly keysOfPage?: boolean;
  /** If set, the command stays in view, cannot be chosen, and shows this reason. */
  readonly disabledReason?: string;
  /** Return false to let the key pass on. */
  readonly run: () => unknown;
}

interface Binding {
  /** Called when the commands are needed, so that they are those of that moment. */
  readonly commands: () => readonly Command[];
  /** Number of dialogs around the component that bound them; 0 for the page. */
  readonly depth: number;
}

interface Registry {
  readonly bindings: readonly Binding[];
  /** Single letters may be turned off (WCAG 2.1.4). */
  readonly plainKeys: boolean;
}

const useRegistry = create<Registry>(() => ({ bindings: [], plainKeys: true }));

export function setPlainKeys(on: boolean): void {
  useRegistry.setState({ plainKeys: on });
}

export function bindCommands(commands: () => readonly Command[], depth = 0): () => void {
  const binding = { commands, depth };
  useRegistry.setState(({ bindings }) => ({ bindings: [...bindings, binding] }));
  return () =>
    useRegistry.setState(({ bindings }) => ({ bindings: bindings.filter((one) => one !== binding) }));
}

/** Everything bound to the page or a dialog, in the order of binding. */
export function boundCommands(): readonly Command[] {
  return useRegistry.getState().bindings.flatMap(({ commands }) => commands());
}

function commandsOnTop(): readonly Command[] {
  const top = topModalDepth();
  return useRegistry
    .getState()
    .bindings.filter(({ depth }) => depth === top)
    .flatMap(({ commands }) => commands());
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('textarea, select, [role="textbox"]') !== null) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  );
}

/** The command for a key now; also one that cannot be chosen, so that its key shows the reason. */
function commandOf(event: KeyboardEvent, isMeant: (keys: string, command: Command) => boolean) {
  return commandsOnTop().findLast((command) => {
    const { keys, keysOfPage = false } = command;
    return keys !== undefined && !keysOfPage && matchesKeys(keys, event) && isMeant(keys, command);
  });
}

/** What a key without Ctrl, Cmd or Alt does now, or may do once all commands have loaded. */
export function plainCommand(event: KeyboardEvent): (() => unknown) | undefined {
  if (!useRegistry.getState().plainKeys) return undefined;
  const command = commandOf(event, isPlainKey);
  if (command !== undefined) return () => runOrRefuse(command);
  return fetching > 0 ? () => runNow(event) : undefined;
}

/** Returns false if the key is to be passed on. */
function runOrRefuse({ label, disabledReason, run }: Command): unknown {
  if (disabledReason === undefined) return run();
  addToast({ text: `${label}: ${disabledReason}` });
  return true;
}

interface UnansweredKey {
  readonly event: KeyboardEvent;
  /** The depth of the topmost dialog, and the address, when it was pressed. */
  readonly depth: number;
  readonly address: string;
  /** Nothing had the focus, or a dialog or menu that is closing: the focus then moves without the user. */
  readonly isFocusLoose: boolean;
}

/** How many components that bind commands are still loading, and the keys pressed meanwhile that no command answered. */
let fetching = 0;
let unanswered: readonly UnansweredKey[] = [];
/** The animation frame in which the next of these keys runs. */
let nextRun: number | undefined;

export function forgetUnanswered(): void {
  unanswered = [];
}

/**
 * The fallback of a component that binds commands and loads late: keys pressed before it has loaded wait for it, until the user
 * does something else, which might change what they would act on.
 */
export function AwaitedCommands() {
  useEffect(() => {
    fetching += 1;
    // A function for each instance: with a shared one, the first to unmount would remove the listener of all.
    const forget = (): void => forgetUnanswered();
    document.addEventListener('pointerdown', forget);
    return () => {
      fetching -= 1;
      document.removeEventListener('pointerdown', forget);
      // After the effects of this commit, which bind the commands of the loaded component.
      if (unanswered.length > 0) nextRun ??= requestAnimationFrame(runUnanswered);
    };
  }, []);
  return null;
}

function unansweredWith(event: KeyboardEvent): readonly UnansweredKey[] {
  const { target } = event;
  const closing = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"]';
  const isFocusLoose =
    target === document.body || (target instanceof Element && target.closest(closing) !== null);
  return [...unanswered, { event, depth: topModalDepth(), address: location.href, isFocusLoose }];
}

/** Whether the user has done nothing else meanwhile: the focus is where it was, or moved by itself. */
function isStillMeant({ event, depth, address, isFocusLoose }: UnansweredKey): boolean {
  if (depth !== topModalDepth()) return false;
  return event.target === document.activeElement || (isFocusLoose && address === location.href);
}

/** One key in each frame, so that a key sees what the one before it changed: paste after copy. */
function runUnanswered(): void {
  nextRun = undefined;
  const [key, ...waiting] = unanswered;
  if (fetching > 0 || key === undefined) return;
  if (isStillMeant(key)) runNow(key.event);
  unanswered = waiting;
  if (waiting.length > 0) nextRun = requestAnimationFrame(runUnanswered);
}

/** Runs the command of a key press, if there is one. The page passes its keydown events here. */
export function runCommandOf(event: KeyboardEvent): void {
  if (event.defaultPrevented) forgetUnanswered();
  // 229 = the key belongs to an input method, which some browsers report only in this way.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  // A menu handles its own keys. One that is closing does not, but keeps the focus until it is gone.
  if (event.target instanceof Element && event.target.closest('[role="menu"]:not([data-closed])') !== null)
    return;
  // Selected text is for the browser to copy.
  if (matchesKeys('mod+C', event) && getSelection()?.isCollapsed === false) return;
  // A key pressed while earlier keys still wait to run goes behind them.
  if (nextRun === undefined) runNow(event);
  else unanswered = unansweredWith(event);
}

/** Returns false if no command answers the key and none that might is loading. */
function runNow(event: KeyboardEvent): boolean {
  const { plainKeys } = useRegistry.getState();
  // Inside a shadow tree (the query editor) the event's own target is only the host.
  const typing = isTyping(event.composedPath()[0] ?? event.target);
  const command = commandOf(event, (keys, { inFields }) =>
    isPlainKey(keys) ? plainKeys && !typing : !typing || (inFields ?? keys.startsWith('mod+')),
  );
  if (command === undefined) {
    // Not when loading has stalled: by then the rows, and the user's intention, are others.
    const waits = fetching > 0 && useMissingPart.getState().Notice === null && !typing;
    if (waits) unanswered = unansweredWith(event);
    return waits;
  }
  forgetUnanswered();
  const ran = runOrRefuse(command) !== false;
  if (ran) event.preventDefault();
  return ran;
}

/** Mounted once: the page's keys go through the registry. */
export function useCommandKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', runCommandOf);
    return () => document.removeEventListener('keydown', runCommandOf);
  }, []);
}

/** Binds commands while the component is on screen; the registry reads the latest ones each time. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  const depth = useContext(ModalDepth);
  const active = usePageActive();
  useEffect(() => {
    latest.current = active ? commands : [];
  });
  useEffect(() => bindCommands(() => latest.current, depth), [depth]);
}

/** One command, identified by its key. `when` false = not bound now. */
export function useShortcut(shortcut: Omit<Command, 'id'> & { readonly keys: string }, when = true): void {
  useCommands(when ? [{ ...shortcut, id: `${shortcut.keys} ${shortcut.label}` }] : []);
}
