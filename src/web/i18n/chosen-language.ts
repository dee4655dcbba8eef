// The language that this browser's reader has chosen, or would choose.
import { type AppLanguage, chooseLanguage } from './languages.ts';

const storageKey = 'muniment.language';

export function chosenLanguage(): AppLanguage {
  return chooseLanguage(stored(), navigator.languages);
}

/** Storage may be refused; the choice then lasts as long as the page. */
export function keepLanguage(language: AppLanguage): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The next page begins with the browser's own.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
