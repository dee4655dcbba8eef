// How the user arranged the frame: pane widths, what is hidden, theme, density. Kept in this browser. Invariant: stored values of
// a wrong type are ignored.

import { type OwnKeys, setOwnKeys } from '#web/ui/shortcut-keys.ts';
import { persisted } from './persisted.ts';

export interface FramePreferences {
  readonly navigationShown: boolean;
  readonly paneShown: boolean;
  /** In px. */
  readonly navigationWidth: number;
  readonly paneWidth: number;
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'compact' | 'default' | 'comfortable';
  /** Single letters act as keys. */
  readonly plainKeys: boolean;
  /** The user's own keys, by the default keys of the commands. */
  readonly ownKeys: OwnKeys;
}

export const defaultFramePreferences: FramePreferences = {
  navigationShown: true,
  paneShown: true,
  navigationWidth: 240,
  paneWidth: 320,
  theme: 'system',
  density: 'default',
  plainKeys: true,
  ownKeys: {},
};

export const useFramePreferences = persisted(defaultFramePreferences, {
  name: 'muniment.frame',
  merge: preferencesFrom,
});

export function preferencesFrom(stored: unknown, defaults: FramePreferences): FramePreferences {
  const known = new Map<string, unknown>(Object.entries(defaults));
  const found = Object.entries(stored ?? {}).filter(
    ([name, value]) => value !== null && typeof value === typeof known.get(name),
  );
  const all = { ...defaults, ...Object.fromEntries(found) };
  const areTexts = Object.values(all.ownKeys).every((keys) => typeof keys === 'string');
  return areTexts ? all : { ...all, ownKeys: {} };
}

// Before anything that shows them is drawn again.
useFramePreferences.subscribe(({ ownKeys }) => setOwnKeys(ownKeys));
setOwnKeys(useFramePreferences.getState().ownKeys);

export function setFramePreferences(next: Partial<FramePreferences>): void {
  useFramePreferences.setState(next);
}
