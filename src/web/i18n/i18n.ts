// Starts translation and changes the language; sets the page's language and reading direction.
import { chosenLanguage, keepLanguage } from './chosen-language.ts';
import { type AppLanguage, writingDirection } from './languages.ts';
import { beginIn, currentLanguage, loadNamespace, onLanguageChange, speak } from './texts.ts';

export { currentLanguage } from './texts.ts';

function reflectInPage(): void {
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = writingDirection(currentLanguage());
}

/** Chooses the language at once, and loads the texts of the first view; the texts of a feature load with its page (Suspense). */
export async function startI18n(): Promise<void> {
  onLanguageChange(reflectInPage);
  const language = chosenLanguage();
  beginIn(language);
  await loadNamespace('ui', language);
  await speak(language);
}

export async function changeLanguage(language: AppLanguage): Promise<void> {
  await speak(language);
  keepLanguage(language);
}
