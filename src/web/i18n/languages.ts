// The languages of the app, and which one a person gets first. Pure.

export const languages = ['en', 'fr', 'de', 'es', 'ja', 'ar'] as const;
export type AppLanguage = (typeof languages)[number];

/** Each language by its own name, for the switch. */
export const languageNames: Readonly<Record<AppLanguage, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
};

export function isAppLanguage(value: string | null | undefined): value is AppLanguage {
  return languages.some((language) => language === value);
}

/** The earlier choice, else the first of the browser's languages that the app has, else English. */
export function chooseLanguage(earlier: string | null, preferred: readonly string[]): AppLanguage {
  if (isAppLanguage(earlier)) return earlier;
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    if (isAppLanguage(language)) return language;
  }
  return 'en';
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function writingDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
