// Starts translation. One language is loaded at a time, one namespace (= feature folder) at a time, from
// locales/<language>.json beside the feature. Invariant: adding a language or a feature needs no change here.
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type AppLanguage, chooseLanguage, isAppLanguage, languages, writingDirection } from './languages.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    '../ui/locales/*.json',
    '../shell/locales/*.json',
    '../documents/locales/*.json',
    '../forms/locales/*.json',
    '../features/*/locales/*.json',
  ],
  { import: 'default' },
);

/** Namespaces that are no feature. */
const rooms: readonly string[] = ['ui', 'shell', 'documents', 'forms'];

const fromFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const folder = rooms.includes(namespace) ? `../${namespace}` : `../features/${namespace}`;
    const load = files[`${folder}/locales/${language}.json`];
    if (load === undefined) {
      done(new Error(`No ${language} texts for "${namespace}"`), false);
      return;
    }
    load().then(
      (texts) => done(null, texts),
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), false),
    );
  },
};

const storageKey = 'muniment.language';

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function reflectInPage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = writingDirection(language);
}

/** Loads the texts of the frame; a feature's own arrive with its page (Suspense). */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', reflectInPage);
  await i18next
    .use(fromFiles)
    .use(initReactI18next)
    .init({
      lng: chooseLanguage(stored(), navigator.languages),
      supportedLngs: [...languages],
      fallbackLng: 'en',
      ns: ['ui', 'shell'],
      defaultNS: 'ui',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

export async function changeLanguage(language: AppLanguage): Promise<void> {
  await i18next.changeLanguage(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage may be refused; the choice then lasts as long as the page.
  }
}

export function currentLanguage(): AppLanguage {
  return isAppLanguage(i18next.resolvedLanguage) ? i18next.resolvedLanguage : 'en';
}
