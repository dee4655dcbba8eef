/** Shared by the tests that walk through all languages: screen sizes, languages, and pictures. */
import type { Page } from '@playwright/test';
import { textsIn } from './catalogue.ts';

/** Every language on wide and phone screens takes an hour, so only `npm run soak` does it. */
export const wholeWalk = process.env.MUNIMENT_E2E_WALK === 'whole';

/** The whole walk goes on after a fault, so it waits less for what does not come. */
export const timeoutMs = wholeWalk ? 15_000 : 60_000;

export const locales = {
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  ja: 'ja-JP',
  ar: 'ar-EG',
} as const;

export type Language = keyof typeof locales;

export const languages: readonly Language[] = ['en', 'fr', 'de', 'es', 'ja', 'ar'];

export const widths = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export type Width = keyof typeof widths;

/** The server's names of its first folders, groups and people, the names of the test's documents, and a key. */
export const brought = [
  ...['Domain', 'Workspaces', 'Sections', 'Templates', 'Administrator', 'group', 'Muniment', 'Default'],
  ...['Emphyteutic lease', 'NXQL', 'Cologne', 'Space', 'zoe'],
];

/** Returns texts of the app by their keys. */
export function sayerOf(language: string): (name: string) => string {
  const texts = textsIn(language);
  return (name) => texts.get(name) ?? `no text ${name}`;
}

/** Takes a picture, only in the whole walk; these are thousands. */
export async function takePicture(page: Page, look: string, name: string): Promise<void> {
  if (!wholeWalk) return;
  const file = name.replace(/\W+/g, '-');
  await page.screenshot({ path: `test-results/walk/${look}/${file}.jpg`, type: 'jpeg', quality: 60 });
}
