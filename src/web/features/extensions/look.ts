/** The app's look (theme, language, design tokens) for frames, which have none of its styles. */

import type { Look } from '#extension';
import { currentLanguage } from '#web/i18n/texts.ts';

const tokenNames: readonly string[] = [
  ...['canvas', 'sheet', 'raised', 'sunken', 'field', 'hover', 'press'],
  ...['line-faint', 'line', 'line-strong', 'line-control', 'text', 'text-2', 'text-3', 'text-off'],
  ...['ink', 'ink-fill', 'on-ink', 'ink-soft', 'danger', 'danger-soft', 'warn', 'warn-soft', 'ok', 'ok-soft'],
  ...['mono', 'fs-1', 'fs-2', 'fs-3', 'fs-4', 'fs-5', 'lh', 's-1', 's-2', 's-3', 's-4', 's-5', 's-6', 's-8'],
  ...['r-1', 'r-2', 'r-3', 'e-1', 'focus'],
].map((name) => `--${name}`);

const dark = matchMedia('(prefers-color-scheme: dark)');

export function currentLook(): Look {
  const root = document.documentElement;
  const styles = getComputedStyle(root);
  const chosen = root.dataset.theme;
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
  return {
    theme: isDark ? 'dark' : 'light',
    language: currentLanguage(),
    direction: root.dir === 'rtl' ? 'rtl' : 'ltr',
    tokens: Object.fromEntries(
      tokenNames.map((name) => [name, styles.getPropertyValue(name).trim()] as const),
    ),
  };
}

export function onLookChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'lang', 'dir'],
  });
  dark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', listener);
  };
}
