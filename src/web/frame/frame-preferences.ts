// How the reader arranged the frame: pane widths, what is hidden, theme, density. Kept in this browser.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

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
}

export const framePreferencesAtRest: FramePreferences = {
  navigationShown: true,
  paneShown: true,
  navigationWidth: 240,
  paneWidth: 320,
  theme: 'system',
  density: 'default',
  plainKeys: true,
};

export const useFramePreferences = create<FramePreferences>()(
  persist(() => framePreferencesAtRest, { name: 'muniment.frame' }),
);

export function setFramePreferences(next: Partial<FramePreferences>): void {
  useFramePreferences.setState(next);
}
