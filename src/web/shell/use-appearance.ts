// Sets the user's theme and density on the root element, where the tokens read them.
import { useLayoutEffect } from 'react';
import { setPlainKeys } from '#web/frame/commands.ts';
import { useFramePreferences } from '#web/frame/frame-preferences.ts';

export function useAppearance(): void {
  const { theme, density, plainKeys } = useFramePreferences();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    dataset.density = density;
  }, [theme, density]);
  useLayoutEffect(() => setPlainKeys(plainKeys), [plainKeys]);
}
