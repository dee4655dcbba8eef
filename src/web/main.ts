// Starts the manager. Small, so that it runs while the app's own code is still loading: it reads the configuration and the
// session, requests the texts, and asks the server for what the address will show.
import { besideIndex } from './base-address.ts';
import { startSession } from './features/session/start-session.ts';
import { askForFirstView, askForSignIn } from './first-answers.ts';
import { afterFirstView, firstViewShown } from './frame/first-view.ts';
import { currentLanguage, startI18n } from './i18n/i18n.ts';
import { translator } from './i18n/texts.ts';
import { queryClient } from './query-client.ts';

/**
 * How long to wait for the rows: drawing a list once with its rows costs a slow processor half of drawing the frame first and the
 * rows after it.
 */
const worthWaitingMs = 300;

/**
 * In a function, not at the top level: chunks that start-up imports wait for this module to end, so it must not wait for them.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const app = import('./app.tsx');
  const texts = startI18n();
  const spareTime = afterFirstView.then(async () => (await import('./own-scripts.ts')).trustOwnScripts());
  const mistakes = await startSession({
    appRoot: new URL(besideIndex('.')),
    language: currentLanguage,
    unanswered: () => translator('ui')('unanswered'),
    spareTime,
    onNobodyHere: () => void askForSignIn().catch(() => undefined),
  });
  const { recalled, answers } = askForFirstView(mistakes);
  await texts;
  const { showApp } = await app;
  if (!recalled) await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, worthWaitingMs))]);
  const drawn = showApp(root, mistakes);
  void Promise.all([recalled || answers, drawn]).then(firstViewShown);
  await afterFirstView;
  if (mistakes === null)
    void import('./next-visit.ts').then(
      ({ prepareNextVisit }) => prepareNextVisit(queryClient),
      // On failure the next visit starts like this one.
      () => undefined,
    );
  // Until it has loaded, the next font in the list is used.
  await import('./ui/display-face.ts').catch(() => undefined);
}

void start();
