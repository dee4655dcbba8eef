// Runs before main.ts, and is small enough to run while that is downloaded: requests the texts, and the sign-in page if nobody is
// signed in. Invariant: it only requests things earlier; main.ts requests again, and reports, what fails here.
import { chosenLanguage } from './i18n/chosen-language.ts';
import { textFiles } from './i18n/text-files.ts';

function isSessionStored(): boolean {
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((name) => /^muniment:http(?!.*:(left$|seen:))/.test(name)),
    );
  } catch {
    return false;
  }
}

/**
 * A service worker has the font at once, so it is there before the first text is laid out. Otherwise the browser lays the text
 * out twice, and looks for a system font for each size.
 */
function askForFace(): void {
  if (navigator.serviceWorker?.controller) document.fonts.load('1em "Inter Variable"').catch(() => undefined);
}

/**
 * Formatting the first number loads the language's number rules, which takes longer than drawing twenty rows. Done here, nothing
 * waits for it.
 */
function loadRulesOfNumbers(language: string): void {
  new Intl.NumberFormat(language).format(0);
}

askForFace();
const language = chosenLanguage();
const texts = textFiles[language];
const isSomebodyHere = isSessionStored();
const requests: readonly Promise<unknown>[] = isSomebodyHere
  ? [texts.first()]
  : [texts.first(), texts.session(), import('./features/session/login-page.tsx')];
void Promise.allSettled(requests);
if (isSomebodyHere) loadRulesOfNumbers(language);
