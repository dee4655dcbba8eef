// Shows an organisation's own mark and ink. Loaded only if config.json names them, and before anything is drawn.
import { inkTokens } from '#wire/ink.ts';
import type { Branding } from './api/config.ts';

export function showBrand({ mark, ink }: Branding): void {
  if (mark !== undefined) {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.removeAttribute('type');
    icon?.setAttribute('href', mark);
  }
  if (ink === undefined) return;
  for (const [token, value] of Object.entries(inkTokens(ink)))
    document.documentElement.style.setProperty(token, value);
}
