// Comes before the start, small enough to run while that is on its way: asks for the texts, and for the sign-in page where
// nobody is signed in. Invariant: only ever ahead of the start; what fails here is requested again, and reported, there.
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
 * Where it need not travel, it is here before the first words are laid out: a browser that has to stand in for it looks
 * for each of its sizes among the system's faces first, and lays the words out twice.
 */
function askForFace(): void {
  if (navigator.serviceWorker?.controller) document.fonts.load('1em "Inter Variable"').catch(() => undefined);
}

/** The first number in a text loads the rules of numbers, which takes longer than drawing twenty rows: here it keeps nobody waiting. */
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
