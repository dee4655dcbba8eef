// The language chosen in this browser, or else the one from the browser's languages.
import { type AppLanguage, chooseLanguage } from './languages.ts';

const storageKey = 'muniment.language';

export function chosenLanguage(): AppLanguage {
  return chooseLanguage(stored(), navigator.languages);
}

/** Stores the choice; if storage is refused, it lasts as long as the page. */
export function keepLanguage(language: AppLanguage): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The next visit starts with the browser's language.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
