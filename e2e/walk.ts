/** What the walks through all languages share: the looks of a page, and what is wrong with it in one of them. */
import type { Page } from '@playwright/test';
import { textsIn } from './catalogue.ts';

/** Every language at a desk and on a phone: an hour, so only `npm run soak` does it. */
export const wholeWalk = process.env.MUNIMENT_E2E_WALK === 'whole';

/** The whole walk goes on after a fault, and so waits less for what does not come. */
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

/** What the server calls its first folders, groups and people, what the documents here are called, and a key. */
export const brought = [
  ...['Domain', 'Workspaces', 'Sections', 'Templates', 'Administrator', 'group', 'Muniment', 'Default'],
  ...['Emphyteutic lease', 'NXQL', 'Cologne', 'Space', 'zoe'],
];

/** A text of the app by its name. */
export function sayerOf(language: string): (name: string) => string {
  const texts = textsIn(language);
  return (name) => texts.get(name) ?? `no text ${name}`;
}

/** To be looked at; the whole walk leaves thousands. */
export async function takePicture(page: Page, look: string, name: string): Promise<void> {
  if (!wholeWalk) return;
  const file = name.replace(/\W+/g, '-');
  await page.screenshot({ path: `test-results/walk/${look}/${file}.jpg`, type: 'jpeg', quality: 60 });
}
